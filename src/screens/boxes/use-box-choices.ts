import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Role } from '../../../domain/roles.ts'
import { fetchBoxChoices, type BoxChoices } from '../../api/boxes.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

const none: BoxChoices = { regions: [], owners: [], phoneOwners: [] }

/** What forms and filters about boxes offer; nothing while it is on its way. A failure is told by the client. */
export function useBoxChoices(role: Role): BoxChoices {
  const [machine] = useState(() => oneAnswerMachine<BoxChoices>())
  const choices = useScreenActor(machine, { key: role, input: { ask: (signal) => fetchBoxChoices(role, signal) } })
  return useSelector(choices, ({ context }) => context.answer) ?? none
}
