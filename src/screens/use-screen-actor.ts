// oxlint-disable-next-line no-restricted-imports -- here is where it is wrapped
import { useActorRef } from '@xstate/react'
import { createContext, use } from 'react'
import type { InspectionEvent } from 'xstate'

/** In development, who is told what every actor does; undefined for operators. Given once at the root of the page. */
export const InspectionContext = createContext<((event: InspectionEvent) => void) | undefined>(undefined)

/**
 * An actor that lives as long as the screen, as `useActorRef` starts it: a root of its own, which development's list of
 * machines would otherwise know nothing of.
 */
export const useScreenActor = ((logic, options, listener) => {
  const inspect = use(InspectionContext)
  return useActorRef(logic, { ...options, inspect }, listener)
}) as typeof useActorRef // Its parameters depend on what the machine takes; they are passed on as they came.
