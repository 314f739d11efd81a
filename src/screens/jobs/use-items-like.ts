import { useSelector } from '@xstate/react'
import { fetchJob, type Job, type JobItem } from '../../api/jobs.ts'
import { followedAnswerMachine } from '../../machines/lists/followed-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { useJobChanges } from './use-job-changes.ts'

/** The items that are shown: all, or those that came to the same as one of them, once they are there. */
export function useItemsLike({ id }: Job, all: readonly JobItem[], like: number | undefined): readonly JobItem[] {
  const hear = useJobChanges(id)
  const items = useScreenActor(followedAnswerMachine<readonly JobItem[] | undefined>, {
    key: `${id} ${like}`,
    input: {
      ask: async (_known, signal) => (like === undefined ? undefined : (await fetchJob(id, signal, like)).items.items),
      hear,
    },
  })
  const found = useSelector(items, ({ context }) => context.answer)
  return like === undefined ? all : (found ?? all.filter((item) => item.id === like))
}
