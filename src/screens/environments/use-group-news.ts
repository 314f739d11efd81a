import { useCallback } from 'react'
import type { Market } from '../../../domain/markets.ts'
import { regroupedMarketIn } from '../../api/environment-groups.ts'
import { useConsole } from '../session/session-context.tsx'

/**
 * How to hear that somebody of the team has changed groups of a market, or that news of it may have been missed. The answered function stays
 * the same.
 */
export function useGroupNews(of: Market): (listener: () => void) => () => void {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const { userSocket } = console.getSnapshot().children
      const messages = userSocket?.on('message', ({ message }) => {
        if (regroupedMarketIn(message) === of) listener()
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
