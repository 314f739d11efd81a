import { useCallback } from 'react'
import { jobIn } from '../../api/jobs.ts'
import { useConsole } from '../session/session-context.tsx'

/** How to hear that a job has moved on, or that news of it may have been missed. The answered function stays the same. */
export function useJobNews(): (listener: (job: number | undefined) => void) => () => void {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const { userSocket } = console.getSnapshot().children
      const messages = userSocket?.on('message', ({ message }) => {
        const job = jobIn(message)
        if (job !== undefined) listener(job.id)
      })
      const returns = userSocket?.on('open', () => listener(undefined))
      return () => {
        messages?.unsubscribe()
        returns?.unsubscribe()
      }
    },
    [console],
  )
}
