import { useEffect } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router-dom'
import type { Subscription } from 'xstate'

/** What of an actor is looked at here. */
interface Holder<Snapshot> {
  getSnapshot: () => Snapshot
  subscribe: (listener: (now: Snapshot) => void) => Subscription
}

interface Hold<Snapshot> {
  /** Whether something would be lost if the page went away now. */
  isHeld: (now: Snapshot) => boolean
  /** Asks the operator who has tried to go elsewhere; left out where it is only waited. */
  ask?: () => void
  /** Whether it came to staying; whoever is done goes. */
  isToStay: (now: Snapshot) => boolean
}

/**
 * Keeps the operator on the page until an actor says that it may go: going to another screen waits for it, and closing the tab asks
 * first. Where the session is over there is nothing to keep.
 */
export function useHeldPage<Snapshot extends { status: string }>(
  actor: Holder<Snapshot>,
  { isHeld, ask, isToStay }: Hold<Snapshot>,
): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isHeld(actor.getSnapshot()) &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/login',
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined
    const look = (now: Snapshot): void => {
      if (now.status === 'done') blocker.proceed()
      else if (isToStay(now)) blocker.reset()
    }
    const answer = actor.subscribe(look)
    if (ask) ask()
    else look(actor.getSnapshot()) // It may have come to an end in between.
    return () => answer.unsubscribe()
    // What it asks with is written anew with each rendering, and asks the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [blocker, actor])
  useBeforeUnload((event) => (isHeld(actor.getSnapshot()) ? event.preventDefault() : undefined))
}
