import { useEffect, useEffectEvent, useState } from 'react'
import {
  createActor,
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate'
import { useSnapshots } from './use-snapshots.ts'

/** Arrays and objects as they are written down; all else is what it is: a function, a store, a file. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)

/** Whether plain data has the same content, and everything else is the very same. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

/**
 * An actor for as long as what it is made of stays the same. Another key stops it and starts another in its place before
 * anything is drawn, so that nothing of the old one is seen but what the new one takes over from its last snapshot. One in a state
 * to be finished ends once it has left that.
 */
export function useKeyedActor<Logic extends AnyActorLogic>(
  logic: Logic,
  key: unknown,
  optionsAfter: (before: SnapshotFrom<Logic> | undefined) => ActorOptions<Logic>,
  listener: ((snapshot: SnapshotFrom<Logic>) => void) | undefined,
): Actor<Logic> {
  const make = (before?: SnapshotFrom<Logic>) => ({
    logic,
    key,
    actor: createActor(logic, optionsAfter(before) as never), // Which it needs is the logic's matter.
  })
  const [made, setMade] = useState(() => make())
  let { actor } = made
  if (made.logic !== logic || !isSame(made.key, key)) {
    const next = make(made.logic === logic ? made.actor.getSnapshot() : undefined)
    setMade(next)
    actor = next.actor
  }
  // Before it starts: whoever listens hears of everything.
  useSnapshots(actor, (snapshot: SnapshotFrom<Logic>) => listener?.(snapshot))
  const remake = useEffectEvent(() => setMade(make()))
  useEffect(() => {
    const { status } = actor.getSnapshot() as Snapshot<unknown> // As every logic's is.
    if (status === 'stopped') {
      // React runs effects a second time where it reloads code or is strict: what the first has stopped does not start again.
      // oxlint-disable-next-line react/set-state-in-effect
      remake()
      return undefined
    }
    actor.start()
    return () => {
      const end = (now: Partial<AnyMachineSnapshot>) => !now.hasTag?.('to be finished') && actor.stop()
      if (!end(actor.getSnapshot())) actor.subscribe(end)
    }
  }, [actor])
  return actor
}
