import type { ReactNode } from 'react'
import { machineText, momentText } from './moment.ts'

interface MomentProps {
  /** A Unix time, of ten digits in seconds or longer in milliseconds. */
  at: number
  /** How people read it; date and time where left out. */
  children?: ReactNode
}

/** A moment, as people and as programs read it. Screens write none by themselves (see `oxlint.config.ts`). */
export function Moment({ at, children = momentText(at) }: MomentProps) {
  return <time dateTime={machineText(at)}>{children}</time>
}
