import { useSelector } from '@xstate/react'
import type { AnyActorRef, AnyMachineSnapshot, EventFrom } from 'xstate'

/** Whether a machine does anything about an event just now: what decides the button that sends it. */
export const useCan = <Ref extends AnyActorRef>(actor: Ref | undefined, event: EventFrom<Ref>): boolean =>
  useSelector(
    actor as AnyActorRef | undefined,
    (snapshot: AnyMachineSnapshot | undefined) => snapshot?.can(event) === true,
  )
