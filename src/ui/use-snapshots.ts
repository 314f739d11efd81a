import { useEffect, useEffectEvent } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

/** Hears of what becomes of an actor, for what is to be done about it; what is shown of it is selected. */
export function useSnapshots<Ref extends AnyActorRef>(actor: Ref, hear: (snapshot: SnapshotFrom<Ref>) => void): void {
  const tell = useEffectEvent(hear)
  useEffect(() => {
    const hearing = actor.subscribe((snapshot: SnapshotFrom<Ref>) => tell(snapshot))
    return () => hearing.unsubscribe()
  }, [actor])
}
