import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { LogCheck } from '../../../src/api/log.ts'
import { logCheckMachine } from '../../../src/machines/log/log-check.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const check = (state: LogCheck['state'], checked = 0): LogCheck => ({
  id: 3,
  state,
  begun_at: 1,
  ended_at: state === 'running' ? null : 2,
  checked,
  total: 10,
  verdict: state === 'done' ? { checked, waiting: 0, whole: true, gaps: [], head: null } : null,
})

/** A check whose server and clock are the test. */
function perform() {
  const [clock, begun, asked] = [new SimulatedClock(), answeredByHand<LogCheck>(), answeredByHand<LogCheck>()]
  const ids: number[] = []
  const machine = logCheckMachine.provide({
    actors: {
      begin: fromPromise(() => begun.call()),
      ask: fromPromise<LogCheck, { id: number }>(({ input }) => {
        ids.push(input.id)
        return asked.call()
      }),
    },
  })
  const actor = createActor(machine, { clock }).start()
  return { actor, clock, begun, asked, ids, context: () => actor.getSnapshot().context }
}

describe('the check of the log', () => {
  test('tells how far it is twice a second, until it is done', async () => {
    const { actor, clock, begun, asked, ids, context } = perform()
    await begun.answer(check('running'))
    clock.increment(499)
    expect(asked.calls).toBe(0)
    clock.increment(1)
    await asked.answer(check('running', 4))
    expect(context().check).toMatchObject({ checked: 4, total: 10 })
    clock.increment(500)
    await asked.answer(check('done', 10))
    expect(context().check?.verdict).toMatchObject({ checked: 10, whole: true })
    clock.increment(10_000)
    expect([asked.calls, ids]).toEqual([2, [3, 3]])
    expect(actor.getSnapshot().can({ type: 'AGAIN' })).toBe(true)
  })

  test('shows nothing of the last one while the next begins', async () => {
    const { actor, begun, context } = perform()
    await begun.answer(check('done', 10))
    actor.send({ type: 'AGAIN' })
    actor.send({ type: 'AGAIN' })
    expect([begun.calls, context().check]).toEqual([2, undefined])
    await begun.fail(new Error('没有权限'))
    expect(context()).toEqual({ check: undefined, failure: '没有权限' })
  })
})
