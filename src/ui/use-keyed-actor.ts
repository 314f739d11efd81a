import { useEffect, useEffectEvent, useState } from 'react'
import {
  createActor,
  type Actor,
  type ActorOptions,
  type AnyActorLogic,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate'

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
 * anything is drawn, so that nothing of the old one is seen.
 */
export function useKeyedActor<Logic extends AnyActorLogic>(
  logic: Logic,
  key: unknown,
  options: ActorOptions<Logic>,
  listener: ((snapshot: SnapshotFrom<Logic>) => void) | undefined,
): Actor<Logic> {
  const make = () => ({ logic, key, actor: createActor(logic, options as never) }) // Which it needs is the logic's matter.
  const [made, setMade] = useState(make)
  let { actor } = made
  if (made.logic !== logic || !isSame(made.key, key)) {
    const next = make()
    setMade(next)
    actor = next.actor
  }
  const tell = useEffectEvent((snapshot: SnapshotFrom<Logic>) => listener?.(snapshot))
  const remake = useEffectEvent(() => setMade(make()))
  useEffect(() => {
    const { status } = actor.getSnapshot() as Snapshot<unknown> // As every logic's is.
    if (status === 'stopped') {
      // React runs effects a second time where it reloads code or is strict: what the first has stopped does not start again.
      // oxlint-disable-next-line react/set-state-in-effect
      remake()
      return undefined
    }
    const hearing = actor.subscribe((snapshot) => tell(snapshot))
    actor.start()
    return () => {
      hearing.unsubscribe()
      actor.stop()
    }
  }, [actor])
  return actor
}
