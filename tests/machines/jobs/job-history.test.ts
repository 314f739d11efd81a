import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { jobHistoryMachine } from '../../../src/machines/jobs/job-history.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

const events = [{ type: 'CHOOSE', job: 7 }, { type: 'SHOW', job: 8, shown: { item: 80 } }, { type: 'BACK' }] as const

describe.each([undefined, 3])('a history of jobs that begins with job %s', (first) => {
  testEveryShortestPath(
    {
      machine: jobHistoryMachine,
      input: { first },
      events,
      keep: ({ job, shown }) => [job, shown.item],
      reaches: (id) => first === undefined || id !== 'jobHistory.latest',
    },
    () => ({ actor: createActor(jobHistoryMachine, { input: { first } }).start() }),
  )
})

test('a job that is looked into stays, also when another begins', () => {
  const actor = createActor(jobHistoryMachine, { input: { first: undefined } }).start()
  expect(actor.getSnapshot().value).toBe('latest')
  actor.send({ type: 'SHOW', job: 8, shown: { item: 80 } })
  expect(actor.getSnapshot()).toMatchObject({ value: 'chosen', context: { job: 8, shown: { item: 80 } } })
})
