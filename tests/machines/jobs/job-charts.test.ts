import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { jobTask } from '../../../domain/user-messages.ts'
import { followedAnswerMachine } from '../../../src/machines/lists/followed-answer.ts'
import { jobIn } from '../../../src/api/jobs.ts'
import { schedulePreviewMachine } from '../../../src/machines/jobs/schedule-preview.ts'
import type { CronSchedule } from '../../../src/api/tasks.ts'
import { singleCallMachine } from '../../../src/machines/forms/single-call.ts'

const change = () => new Promise<number>(() => undefined)

describe('an answer that is followed', () => {
  test('is asked for with what is known, and stays in sight when that fails', async () => {
    const asked: (string | undefined)[] = []
    const answers = ['a', new Error('away'), 'ab']
    const ask = async (known: string | undefined) => {
      asked.push(known)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer ?? ''
    }
    const hearing: { listener?: () => void } = {}
    const hear = (listener: () => void) => {
      hearing.listener = listener
      return () => undefined
    }
    const actor = createActor(followedAnswerMachine<string>(), { input: { ask, hear } }).start()
    const settled = async () => {
      await Promise.resolve()
      await new Promise((resolve) => setImmediate(resolve))
      return actor.getSnapshot().context
    }
    expect(await settled()).toMatchObject({ answer: 'a', failure: '' })
    hearing.listener?.()
    expect(await settled()).toMatchObject({ answer: 'a', failure: 'away' })
    actor.send({ type: 'RETRY' })
    expect(await settled()).toMatchObject({ answer: 'ab', failure: '' })
    expect(asked).toEqual([undefined, 'a', 'a'])
  })
})

describe('one change at a time', () => {
  test('is made only once the operator means it, where something is lost', () => {
    let calls = 0
    const counted = () => {
      calls += 1
      return change()
    }
    const actor = createActor(singleCallMachine<number, string>()).start()
    actor.send({ type: 'ASK', change: counted, about: 'the phone' })
    expect(calls).toBe(0)
    expect(actor.getSnapshot().context.asked?.about).toBe('the phone')
    actor.send({ type: 'CONFIRM' })
    expect(calls).toBe(1)
    expect(actor.getSnapshot().context.asked).toBeUndefined()
  })

  test('is made after those that were pressed before, also where one of them fails, and once however often it is pressed', async () => {
    const actor = createActor(singleCallMachine<string>()).start()
    const made: string[] = []
    const press = (what: string, isDone = true) => {
      const change = async () => {
        made.push(what)
        return isDone ? what : Promise.reject(new Error('no'))
      }
      actor.send({ type: 'CALL', what, change })
    }
    press('restart 1')
    press('restart 2', false)
    press('restart 2')
    press('restart 3')
    expect(made).toEqual(['restart 1'])
    await waitFor(actor, ({ context }) => context.calls.length === 0)
    expect(made).toEqual(['restart 1', 'restart 2', 'restart 3'])
    expect(actor.getSnapshot().context.done).toEqual({ answer: 'restart 3' })
  })
})

test('the server is not asked for a preview of what is no cron expression', async () => {
  const clock = new SimulatedClock()
  const asked: string[] = []
  const preview = fromPromise<readonly number[], CronSchedule>(async ({ input }) => {
    asked.push(input.cron)
    return [1]
  })
  const input = { cron: '', timezone: 'UTC' }
  const actor = createActor(schedulePreviewMachine.provide({ actors: { preview } }), { input, clock }).start()
  const written = async (cron: string) => {
    actor.send({ type: 'TYPE', cron, timezone: 'UTC' })
    clock.increment(250)
    await new Promise((resolve) => setImmediate(resolve))
    return actor.getSnapshot().context
  }
  for (const cron of ['6', '61', '61 9 * *', '61 9 * * *'])
    expect(await written(cron)).toMatchObject({ flaw: 'malformed' })
  expect(asked).toEqual([])
  expect(await written('1 9 * * *')).toMatchObject({ flaw: undefined, times: [1] })
  expect(await written('1 9 * *')).toMatchObject({ flaw: 'malformed', times: [] })
  expect(await written('0 0 31 2 *')).toMatchObject({ flaw: 'never', times: [] })
  expect(await written(' ')).toMatchObject({ flaw: undefined, times: [] })
  expect(asked).toEqual(['1 9 * * *'])
})

test('news of a job are known from other news', () => {
  const job = { id: 3, state: 'running', total: 2 }
  expect(jobIn({ task_type: jobTask, job })).toEqual({ id: 3, state: 'running' })
  expect(jobIn({ task_type: 10 })).toBeUndefined()
  expect(jobIn({ task_type: jobTask, job: { id: 'x' } })).toBeUndefined()
  expect(jobIn({ task_type: jobTask, job: null })).toBeUndefined()
})
