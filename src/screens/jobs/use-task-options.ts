import { useSelector } from '@xstate/react'
import { followedAnswerMachine, type FollowedAnswerInput } from '../../machines/lists/followed-answer.ts'
import { loadTaskOptions, type TaskOptions } from '../../api/tasks.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'

const input: FollowedAnswerInput<TaskOptions> = {
  ask: (_known, signal) => loadTaskOptions(signal),
  hear: () => () => undefined,
}
const none: TaskOptions = { scripts: [], phones: [], boxes: [], owners: [] }

/**
 * What a form about scripts and phones offers; nothing until it is loaded. A form is there before that: what it does later
 * has to ask for the `latest`.
 */
export function useTaskOptions() {
  const actor = useScreenActor(followedAnswerMachine<TaskOptions>, { input })
  const options = useSelector(actor, ({ context }) => context.answer ?? none)
  return { options, latest: () => actor.getSnapshot().context.answer ?? none, asked: actor }
}
