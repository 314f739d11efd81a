import { useEffect, useState, type ReactNode } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { letGo, PageHolders, type PageHolder } from './use-held-page.ts'

/** What stands in a page that may be held, by several at once: whoever leaves it is asked by each of them, the newest first. */
export function HeldPage({ children }: { children: ReactNode }) {
  const [holders] = useState(() => new Set<PageHolder>())
  const from = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== '/login' &&
      [...holders].some((holder) => holder.isHolding({ from: currentLocation, to: nextLocation })),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined
    const asking = new AbortController()
    const { signal } = asking
    const answer = (goes: boolean) => (goes ? blocker.proceed() : blocker.reset())
    // Aborted, or gone without an answer: then it's no longer asked for one.
    letGo(holders, { from, to: blocker.location }, signal).then(answer, () => signal.aborted || blocker.reset())
    return () => asking.abort()
  }, [blocker, from, holders])
  return <PageHolders value={holders}>{children}</PageHolders>
}
