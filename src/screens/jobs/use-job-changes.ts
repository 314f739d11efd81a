import { useCallback } from 'react'
import { jobIn } from '../../api/jobs.ts'
import type { ServerMessage } from '../../api/browser-socket.ts'
import { useUserChanges } from '../shell/use-user-changes.ts'

/** How to hear that a job has moved on; of any job where none is named. The answered function stays the same. */
export function useJobChanges(of?: number): (listener: () => void) => () => void {
  const isAbout = useCallback(
    (message: ServerMessage) => {
      const job = jobIn(message)
      return job !== undefined && (of === undefined || of === job.id)
    },
    [of],
  )
  return useUserChanges(isAbout)
}
