import { useCallback, useSyncExternalStore } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { TimeTravel } from '../machines/time-travel.ts'

/** What is chosen of a travel's snapshot, as it is now: a word, a number, or the very same object as long as nothing changes. */
export function useTravel<Chosen>(travel: TimeTravel, choose: (now: SnapshotFrom<TimeTravel>) => Chosen): Chosen {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = travel.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [travel],
  )
  const chosen = () => choose(travel.getSnapshot())
  return useSyncExternalStore(subscribe, chosen, chosen)
}
