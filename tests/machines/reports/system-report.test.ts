import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { systemReportMachine } from '../../../src/machines/reports/system-report.ts'
import type { ReportQuery, SystemReport } from '../../../src/api/reports.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const refreshInterval = 120_000
const nothing = { peak: 0, use_ms: 0, operations: 0, failures: 0, tasks: 0, environments: 0 }
const report: SystemReport = {
  subject: null,
  time_zone: 'Asia/Shanghai',
  rolled_at: 1,
  from: '2026-11-01',
  to: '2026-11-30',
  totals: nothing,
  days: [],
  lines: [],
  items: [],
  total: 0,
}

/** The picture over the report, whose server and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const server = answeredByHand<SystemReport>()
  const asked: ReportQuery[] = []
  const machine = systemReportMachine.provide({
    actors: {
      'read the report': fromPromise<SystemReport, { query: ReportQuery }>(({ input }) => {
        asked.push(input.query)
        return server.call()
      }),
    },
  })
  const actor = createActor(machine, { clock, input: { query: {}, measure: 'use_ms' } }).start()
  return { actor, clock, server, asked, context: () => actor.getSnapshot().context }
}

describe('the picture over the system report', () => {
  test('is read anew after two minutes, while the old one stays', async () => {
    const { actor, clock, server, asked, context } = perform()
    await server.answer(report)
    clock.increment(refreshInterval)
    expect(asked).toHaveLength(2)
    expect(actor.getSnapshot().value).toBe('reading')
    expect(context().report).toBe(report)
  })

  test('is of another measure at once, without being read anew', async () => {
    const { actor, server, asked, context } = perform()
    await server.answer(report)
    actor.send({ type: 'MEASURE', measure: 'tasks' })
    expect(context()).toMatchObject({ report, measure: 'tasks' })
    expect(asked).toHaveLength(1)
  })

  test('says why it could not be read, keeps what there was, and tries again when asked', async () => {
    const { actor, clock, server, asked, context } = perform()
    await server.answer(report)
    clock.increment(refreshInterval)
    await server.fail(new Error('没有权限'))
    expect(context()).toMatchObject({ report, failure: '没有权限' })
    actor.send({ type: 'RETRY' })
    await server.answer(report)
    expect(asked).toHaveLength(3)
    expect(context().failure).toBe('')
  })
})
