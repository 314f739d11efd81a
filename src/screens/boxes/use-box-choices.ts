import { useSelector } from '@xstate/react'
import { fetchBoxChoices, type BoxChoices } from '../../api/boxes.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

const none: BoxChoices = { regions: [], owners: [], phoneOwners: [] }

/** What forms and filters about boxes offer; nothing while it is on its way. A failure is told by the client. */
export function useBoxChoices(): BoxChoices {
  const { role } = useCurrentUser()
  const choices = useScreenActor(oneAnswerMachine<BoxChoices>, {
    key: role,
    input: { ask: (signal) => fetchBoxChoices(role, signal) },
  })
  return useSelector(choices, ({ context }) => context.answer) ?? none
}
