import { holds } from '../figure.ts'
import type { Records } from './records.ts'

/** Why limits are missed, written by hand: by benchmark, then by the name of the figure. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

const oneMachine = 'Not profiled. The programs that play phones and viewers share two cores with what is measured'
/** Of the processor time of a page of phones, as `perf` and V8 have it. */
const ofReads =
  'Client, server and PostgreSQL share two cores, which others used in this run. What stands beside it tells how fast the machine was. Of the thread a quarter goes into reading rows off PostgreSQL, an eighth into writing JSON, a tenth into the kernel, a tenth into writing statements down'
const ofDatabase =
  'The goal was set for pages of 18 rows; these have a hundred, each joined with its box, owner, holder and shop'
const drawnInSoftware =
  'Chromium draws without a graphics card here, and reused rows of plain text alone miss every second frame, too; beside them our rows cost twice the work'

export const reasons: Reasons = {
  'first-page': {
    'the first row of the list of phones, cold, processor 4 × slower, median of 7':
      'The fastest of seven keeps it. The same pages took 1.3 s in an earlier run of this machine, whose processor others share',
  },
  navigation: {
    'from list to list, work of the main thread, median': 'Not profiled. The least of them takes 36 ms',
  },
  'table-scroll': {
    '100,000 rows, wheel at 3,600 px/s: frame p95': drawnInSoftware,
    '100,000 rows, wheel at 3,600 px/s, 1,000 patches/s: frame p95': drawnInSoftware,
  },
  'relay-streams': {
    'relay of 100 × 4 Mbit/s, a viewer each: got': oneMachine,
    'relay of 100 × 4 Mbit/s, processor time':
      'A packet is read, looked at for its kind, framed and written; a bare pipe, which does the first and the last alone, is near the limit itself here',
    'the same beside 5 stalled viewers': oneMachine,
  },
  'second-viewer': {
    "second viewer's first frame, worst": 'Not profiled. The median is half of it',
  },
  'tap-to-pixel': {
    'tap to pixel, median':
      'Not profiled. The least is within it: the browser decodes in software, on the two cores that encode the phone’s screen',
    'tap to pixel, p99':
      'Not profiled. The browser decodes in software, on the two cores that encode the phone’s screen',
  },
  palette: {
    '100,000 shops, last key to first results drawn, p99':
      'The slowest of 40: 10 ms are the pause behind a key, up to 49 the page’s own work, up to 51 the server’s and PostgreSQL’s, which share two cores with the browser; a frame is 17 more',
  },
  reads: {
    'first pages of phones a second': ofReads,
    'first pages of phones, processor of PostgreSQL': ofDatabase,
    'the same for a manager a second': ofReads,
    'the same for a manager, processor of PostgreSQL': `${ofDatabase}. A fifth of it counts which of the phones that the manager holds are others’: an index by holder alone leads to each`,
    'first pages of environments a second': ofReads,
    'user/info a second': ofReads,
  },
  'logged-writes': {
    'logged writes, one store':
      'Not profiled. A change and a row through pg alone, one after the other, are not twice the goal here',
  },
  'second-server': {
    'what two servers can do by the busiest one’s processor time, beside one':
      'In this run the second had just begun and V8’s profiler was on: it took 31 % of a core for its half of the work, the first 20 % for the other, half of what it takes alone (38 and 41 %). Nothing is done twice in the database: 4 % more transactions, no more of its processor. Of the second’s time a fifth goes into writing to sockets, a fifth into Node’s own streams, a seventh into statements and their rows; changes reach every server, for its own consoles. The benchmark now has it warm up first, which was not measured',
  },
  start: {
    'npm start to first signed-in page, new data':
      'It took 4.6 s in an earlier run of this machine, whose processor others share',
  },
}

/** What is wrong with the reasons: each has to be that of a figure which is there and misses its limit. */
export const complaintsOf = (records: Records, given: Reasons): string[] =>
  Object.entries(given).flatMap(([benchmark, ofBenchmark]) =>
    Object.keys(ofBenchmark).flatMap((name) => {
      const figure = records[benchmark]?.figures.find((one) => one.name === name)
      if (figure === undefined) return [`a reason is given for “${name}” of ${benchmark}, which is no figure`]
      return holds(figure) ? [`a reason is given for “${name}” of ${benchmark}, which misses no limit`] : []
    }),
  )
