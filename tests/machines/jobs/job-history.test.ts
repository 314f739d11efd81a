import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { jobHistoryMachine } from '../../../src/machines/jobs/job-history.ts'

test('a job that is looked into stays, also when another begins', () => {
  const actor = createActor(jobHistoryMachine, { input: { first: undefined } }).start()
  expect(actor.getSnapshot().value).toBe('latest')
  actor.send({ type: 'SHOW', job: 8, shown: { item: 80 } })
  expect(actor.getSnapshot()).toMatchObject({ value: 'chosen', context: { job: 8, shown: { item: 80 } } })
})
