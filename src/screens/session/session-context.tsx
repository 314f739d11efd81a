import { createContext, use, useCallback } from 'react'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import type { ConsoleActor } from '../../machines/shell/console.ts'
import type { Notice } from '../../machines/shell/notifications.ts'
import type { ImportLeftover } from '../../api/import-leftovers.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import type { KeptList } from '../../ui/kept-list.ts'

/** The console's root actor, given once at the root of the page. */
export const ConsoleContext = createContext<ConsoleActor | undefined>(undefined)

/** The signed-in user, given to every screen but /login. */
export const CurrentUserContext = createContext<SessionInfo | undefined>(undefined)

/** What is left of the imports of this session, given to every screen but /login. */
export const ImportLeftoversContext = createContext<KeptList<ImportLeftover> | undefined>(undefined)

/** What is left of the imports of this session. Throws on a screen that is open without signing in. */
export function useImportLeftovers(): KeptList<ImportLeftover> {
  const leftovers = use(ImportLeftoversContext)
  if (leftovers === undefined) throw new Error('nobody is signed in around this screen')
  return leftovers
}

/** The console's root actor: its children are the machines that live as long as the page or the session. */
export function useConsole(): ConsoleActor {
  const console = use(ConsoleContext)
  if (console === undefined) throw new Error('there is no console around this screen')
  return console
}

/** Who is signed in. Throws on a screen that is open without signing in. */
export function useCurrentUser(): SessionInfo {
  const user = use(CurrentUserContext)
  if (user === undefined) throw new Error('nobody is signed in around this screen')
  return user
}

/** Hears of something until the answered function is called. */
type Hear<Emitted> = (listener: (emitted: Emitted) => void) => () => void

/** How to hear every change of the fleet that the user may see. The answered function stays the same for good. */
export function useFleetPatches(): Hear<FleetPatch> {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const hearing = console.getSnapshot().children.broker?.on('patch', ({ patch }) => listener(patch))
      return () => hearing?.unsubscribe()
    },
    [console],
  )
}

/** How to hear that the connection to the fleet is made, at first or again: patches may have been missed before. */
export function useFleetReturns(): Hear<void> {
  const console = useConsole()
  return useCallback(
    (listener) => {
      const hearing = console.getSnapshot().children.broker?.on('returned', () => listener())
      return () => hearing?.unsubscribe()
    },
    [console],
  )
}

/** Tells the operator something, in the corner: errors for 10 s, warnings for 5, the rest for 3. */
export function useNotify(): (notice: Notice) => void {
  const console = useConsole()
  return useCallback((notice) => console.send({ type: 'notify', notice }), [console])
}
