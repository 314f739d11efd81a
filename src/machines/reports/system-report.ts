import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import { fetchReportPicture, type ReportMeasure, type ReportQuery, type SystemReport } from '../../api/reports.ts'

/**
 * The picture over the report's table: its days, its totals, and the rows that used phones most. Figures of today are
 * asked for again every two minutes, with the old picture until the new one is there.
 */
export const systemReportMachine = setup({
  types: {
    input: {} as { query: ReportQuery; measure: ReportMeasure },
    context: {} as { query: ReportQuery; measure: ReportMeasure; report: SystemReport | undefined; failure: string },
    events: {} as { type: 'RETRY' } | { type: 'MEASURE'; measure: ReportMeasure },
  },
  actors: {
    'read the report': fromPromise<SystemReport, { query: ReportQuery }>(({ input: { query }, signal }) =>
      fetchReportPicture(query, signal),
    ),
  },
  delays: { refreshInterval: 120_000 },
}).createMachine({
  id: 'systemReport',
  context: ({ input }) => ({ ...input, report: undefined, failure: '' }),
  initial: 'reading',
  on: { MEASURE: { actions: assign({ measure: ({ event }) => event.measure }) } },
  states: {
    reading: {
      description: 'The server is being asked; the picture before stays.',
      invoke: {
        id: 'read',
        src: 'read the report',
        input: ({ context: { query } }) => ({ query }),
        onDone: { target: 'shown', actions: assign(({ event }) => ({ report: event.output, failure: '' })) },
        onError: { target: 'failed', actions: assign(({ event }) => ({ failure: messageOf(event.error) })) },
      },
    },
    shown: {
      description: 'The picture is of this query.',
      after: { refreshInterval: 'reading' },
    },
    failed: {
      description: 'The server did not answer; the operator may ask again, and the next time it is asked by itself.',
      after: { refreshInterval: 'reading' },
      on: { RETRY: 'reading' },
    },
  },
})
