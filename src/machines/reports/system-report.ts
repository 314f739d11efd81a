import { assign, fromPromise, setup } from 'xstate'
import { api, dataOf } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import type { components, operations } from '../../../generated/contract-types.ts'
import { pagesByOffset } from '../lists/offset-pages.ts'

export type SystemReport = components['schemas']['SystemReport']
export type ReportRow = SystemReport['items'][number]
export type ReportMeasure = keyof components['schemas']['ReportMeasures']

/** What the report is of, as the call takes it. */
export type ReportQuery = NonNullable<operations['reportExport']['parameters']['query']>

/** Rows that the picture has lines of (the contract's most). */
const linesDrawn = 6

/** Rows of the report, behind so many. */
export const fetchReportRows = pagesByOffset<ReportRow, ReportQuery>(({ query, skip, limit }, signal) =>
  dataOf(api.GET('/api/restful/v2/report/system', { signal, params: { query: { ...query, skip, limit } } })),
)

/**
 * The picture over the report's table: its days, its totals, and the rows that used phones most. Figures of today are
 * asked for again every two minutes, with the old picture until the new one is there.
 */
export const systemReportMachine = setup({
  types: {
    input: {} as { query: ReportQuery },
    context: {} as { query: ReportQuery; report: SystemReport | undefined; failure: string },
    events: {} as { type: 'RETRY' },
  },
  actors: {
    'read the report': fromPromise<SystemReport, { query: ReportQuery }>(({ input: { query }, signal }) =>
      dataOf(
        api.GET('/api/restful/v2/report/system', {
          signal,
          params: { query: { ...query, sort: '-use_ms', limit: linesDrawn } },
        }),
      ),
    ),
  },
  delays: { patience: 120_000 },
}).createMachine({
  id: 'systemReport',
  context: ({ input }) => ({ ...input, report: undefined, failure: '' }),
  initial: 'reading',
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
      after: { patience: 'reading' },
    },
    failed: {
      description: 'The server did not answer; the operator may ask again.',
      on: { RETRY: 'reading' },
    },
  },
})
