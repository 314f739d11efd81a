import { createContext, useContext, useEffect } from 'react'
import { useBeforeUnload } from 'react-router-dom'
import { waitFor, type AnyActorRef } from 'xstate'

interface Hold<Snapshot> {
  /** Whether something would be lost if the page went away now. */
  isHeld: (now: Snapshot) => boolean
  /** Asks the operator who has tried to go elsewhere; left out where it is only waited. */
  ask?: () => void
  /** Whether it came to staying; whoever is done goes. */
  isToStay: (now: Snapshot) => boolean
}

/** One of those that hold the page. */
export interface PageHolder {
  isHolding: () => boolean
  /** Waits for its work, or asks; whether it has let the page go. Rejects once the signal is aborted. */
  letGo: (signal: AbortSignal) => Promise<boolean>
}

/** Who holds the page, the oldest first: `HeldPage` asks them. */
export const PageHolders = createContext<Set<PageHolder>>(new Set())

/**
 * Keeps the operator on the page until an actor says that it may go: going to another screen waits for it, and closing the tab asks
 * first. Where the session is over there is nothing to keep.
 */
export function useHeldPage<Snapshot extends { status: string }>(
  actor: AnyActorRef & { getSnapshot: () => Snapshot },
  { isHeld, ask, isToStay }: Hold<Snapshot>,
): void {
  const holders = useContext(PageHolders)
  const isHolding = () => {
    const now = actor.getSnapshot()
    return now.status === 'active' && isHeld(now)
  }
  useEffect(() => {
    const holder: PageHolder = {
      isHolding,
      async letGo(signal) {
        ask?.()
        const settled = await waitFor(actor, (now: Snapshot) => now.status === 'done' || isToStay(now), {
          timeout: Infinity,
          signal,
        })
        return settled.status === 'done'
      },
    }
    holders.add(holder)
    return () => void holders.delete(holder)
    // What it asks with is written anew with each rendering, and asks the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [holders, actor])
  useBeforeUnload((event) => (isHolding() ? event.preventDefault() : undefined))
}
