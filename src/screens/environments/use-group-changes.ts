import { useCallback } from 'react'
import type { Market } from '../../../domain/markets.ts'
import { regroupedMarketIn } from '../../api/environment-groups.ts'
import type { ServerMessage } from '../../api/browser-socket.ts'
import { useUserChanges } from '../shell/use-user-changes.ts'

/** How to hear that somebody of the team has changed groups of a market. The answered function stays the same. */
export function useGroupChanges(of: Market): (listener: () => void) => () => void {
  const isAbout = useCallback((message: ServerMessage) => regroupedMarketIn(message) === of, [of])
  return useUserChanges(isAbout)
}
