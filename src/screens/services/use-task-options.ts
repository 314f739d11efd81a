import { useSelector } from '@xstate/react'
import { followedAnswerMachine } from '../../machines/followed-answer.ts'
import { loadTaskOptions, type TaskOptions } from '../../machines/tasks.ts'
import { useScreenActor } from '../use-screen-actor.ts'

const machine = followedAnswerMachine<TaskOptions>()
const none: TaskOptions = { scripts: [], phones: [], boxes: [], owners: [] }

/** What a form about scripts and phones offers; nothing until it is loaded. */
export function useTaskOptions(): TaskOptions {
  const options = useScreenActor(machine, {
    input: { ask: (_known, signal) => loadTaskOptions(signal), hear: () => () => undefined },
  })
  return useSelector(options, ({ context }) => context.answer ?? none)
}
