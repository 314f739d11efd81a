import { useEffect, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router-dom'
import { PageHolders, type PageHolder } from './use-held-page.ts'

/** What stands in a page that may be held, by several at once: whoever leaves it is asked by each of them, the newest first. */
export function HeldPage({ children }: { children: ReactNode }) {
  const [holders] = useState(() => new Set<PageHolder>())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/login' &&
      [...holders].some((holder) => holder.isHolding()),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined
    const asking = new AbortController()
    const { signal } = asking
    const answer = (goes: boolean) => (goes ? blocker.proceed() : blocker.reset())
    // Aborted, or gone without an answer: then it's no longer asked for one.
    letGo(holders, signal).then(answer, () => signal.aborted || blocker.reset())
    return () => asking.abort()
  }, [blocker, holders])
  return <PageHolders value={holders}>{children}</PageHolders>
}

async function letGo(holders: ReadonlySet<PageHolder>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const newest = [...holders].findLast((holder) => holder.isHolding())
    if (newest === undefined) return true
    // Each lies above the ones before it.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await newest.letGo(signal))) return false
  }
}
