import { useCallback } from 'react'
import { jobIn } from '../../api/jobs.ts'
import { useConsole } from '../session/session-context.tsx'

/**
 * How to hear that a job has moved on, or that news of it may have been missed; of any job where none is named. The answered function
 * stays the same.
 */
export function useJobNews(of?: number): (listener: () => void) => () => void {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const { userSocket } = console.getSnapshot().children
      const messages = userSocket?.on('message', ({ message }) => {
        const job = jobIn(message)
        if (job !== undefined && (of === undefined || of === job.id)) listener()
      })
      const returns = userSocket?.on('open', listener)
      return () => {
        messages?.unsubscribe()
        returns?.unsubscribe()
      }
    },
    [console, of],
  )
}
