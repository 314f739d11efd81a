import { useCallback } from 'react'
import type { ServerMessage } from '../../api/browser-socket.ts'
import { useConsole } from '../session/session-context.tsx'

/**
 * How to hear that something of the user’s has changed at the server, or may have meanwhile. The answered function stays the same
 * while `isAbout` does.
 */
export function useUserChanges(isAbout: (message: ServerMessage) => boolean): (listener: () => void) => () => void {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const { userSocket } = console.getSnapshot().children
      const messages = userSocket?.on('message', ({ message }) => {
        if (isAbout(message)) listener()
      })
      const returns = userSocket?.on('open', listener)
      return () => {
        messages?.unsubscribe()
        returns?.unsubscribe()
      }
    },
    [console, isAbout],
  )
}
