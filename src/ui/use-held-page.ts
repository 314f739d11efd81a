import { createContext, useContext, useEffect } from 'react'
import { useBeforeUnload, type Location } from 'react-router-dom'
import { waitFor, type AnyActorRef } from 'xstate'

/** Where an operator is, and where they want to go. */
export type Move = Readonly<Record<'from' | 'to', Pick<Location, 'pathname' | 'search' | 'state'>>>

/** Whether a screen goes, or something is brought to it that opens in front of what is there. */
export const leavesScreen = ({ from, to }: Move): boolean => to.pathname !== from.pathname || to.state !== null

interface Hold<Snapshot> {
  /** Whether something would be lost if the page went away now. */
  isHeld: (now: Snapshot) => boolean
  /** Whether it would be lost by going there; left out where that is so as `leavesScreen` says. */
  isLeftBy?: (move: Move) => boolean
  /** Asks the operator who has tried to go elsewhere; left out where it is only waited. */
  ask?: () => void
  /** Whether it came to staying; whoever is done goes. */
  isToStay: (now: Snapshot) => boolean
}

/** One of those that hold the page. */
export interface PageHolder {
  isHolding: (move: Move) => boolean
  /** Waits for its work, or asks; whether it has let the page go. Rejects once the signal is aborted. */
  letGo: (signal: AbortSignal) => Promise<boolean>
}

/** Who holds the page, the oldest first: `HeldPage` asks them. */
export const PageHolders = createContext<Set<PageHolder>>(new Set())

/** Whether all of them whom it concerns have let the page go. Rejects where one of them is gone without an answer. */
export async function letGo(holders: ReadonlySet<PageHolder>, move: Move, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const newest = [...holders].findLast((holder) => holder.isHolding(move))
    if (newest === undefined) return true
    // Each lies above the ones before it.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await newest.letGo(signal))) return false
  }
}

/**
 * Keeps the operator on the page until an actor says that it may go: going to another screen waits for it, and closing the tab asks
 * first. Where the session is over there is nothing to keep.
 */
export function useHeldPage<Snapshot extends { status: string }>(
  actor: AnyActorRef & { getSnapshot: () => Snapshot },
  { isHeld, isLeftBy = leavesScreen, ask, isToStay }: Hold<Snapshot>,
): void {
  const holders = useContext(PageHolders)
  const isHolding = () => {
    const now = actor.getSnapshot()
    return now.status === 'active' && isHeld(now)
  }
  useEffect(() => {
    const holder: PageHolder = {
      isHolding: (move) => isLeftBy(move) && isHolding(),
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
