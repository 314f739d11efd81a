import type { TFunction } from 'i18next'
import { worded } from './worded.ts'

const units = [
  { name: 'days', milliseconds: 86_400_000 },
  { name: 'hours', milliseconds: 3_600_000 },
  { name: 'minutes', milliseconds: 60_000 },
  { name: 'seconds', milliseconds: 1_000 },
] as const

/** How long ago a Unix time in milliseconds is, in its largest unit. A clock that runs ahead of ours counts as now. */
export function timeAgo(t: TFunction, at: number, now: number): string {
  const elapsed = Math.max(0, now - at)
  const unit = units.find(({ milliseconds }) => elapsed >= milliseconds) ?? units[3]
  const n = Math.floor(elapsed / unit.milliseconds)
  return worded(t, `${n} ${unit.name} ago`, () => t(`table.ago.${unit.name}`, { n }))
}

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** Calls once a second until the answer is called; all who listen share one timer. */
export function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}
