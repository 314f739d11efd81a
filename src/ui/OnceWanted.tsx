import { useState, type ReactNode } from 'react'

interface OnceWantedProps {
  isWanted: boolean
  children: ReactNode
}

/** Draws what it holds from when that is first wanted, and from then on: a dialog needs nothing before, and closes in its own time. */
export function OnceWanted({ isWanted, children }: OnceWantedProps) {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return isWanted || wasWanted ? children : null
}
