import { holds } from '../figure.ts'
import type { Records } from './records.ts'

/** Why limits are missed, written by hand: by benchmark, then by the name of the figure. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Of the processor time of a page of a hundred phones, as V8's profiler has it. */
const ofReads =
  'Client, server and PostgreSQL share two cores, and what the last two take for one, told below, is more than the goal leaves to all three. Of the server’s thread, for a page of a hundred phones, a fifth goes into the kernel’s writes, most of them to PostgreSQL, a fifth into reading rows off it, a tenth into writing JSON, a twentieth into collecting garbage; the rest is spread thin'
const ofDatabase =
  'The goal was set for pages of 18 rows, which one with 18 phones keeps; these have a hundred, each joined with its box, owner, holder and shop'

/** Of a run beside nothing else, on a machine whose processor is slower than that of others here. */
const ofProcessor =
  'Measured beside nothing else, on the slowest processor of these pages: a page of a million phones took 9.8 ms there, and 4.0 on the one of before. What of it is the list’s own was not looked at'

/** Pages of phones that skip rows. */
const ofSkipping =
  'Up to 10,000 rows of this state are passed over in the order of names, among all others; the console asks by cursor, which passes over none'

/** Addresses by a part of phones’ names. */
const ofAddresses =
  'Addresses of phones whose names have a text in them, and stand together at the other end of the order; the walk to them is bounded, and what comes after it was not looked at'

export const reasons: Reasons = {
  navigation: {
    'from list to list, work of the main thread, median':
      'Measured on the slowest processor of these pages; 37.95 ms on the one of before, which was busy beside it',
  },
  'second-viewer': {
    "second viewer's first frame, worst": ofProcessor,
  },
  start: {
    'npm start to first signed-in page, new data':
      'Measured on the slowest processor of these pages; what of it takes how long was not looked at',
  },
  'table-scroll': {
    '100,000 rows, heap of the page':
      'The page itself takes 5.3 MB, and each row 0.3 kB: that is the object of a phone with its 28 fields, as it came. Less would take columns instead of objects, which each cell, filter and live change would have to read from',
  },
  'relay-streams': {
    'relay of 100 × 4 Mbit/s, processor time':
      'Of its thread a third are the kernel’s writes, a fifth is spent on collecting the buffers that Node reads packets into, an eighth on Node’s own code in C++; of our own no function takes more than a thirtieth. A larger young generation changed next to nothing. Between 17 and 20 % in three runs',
  },
  'tap-to-pixel': {
    'tap to pixel, median':
      'Of its parts, told below it, the way to the phone and back is the longest. Of that the phone takes about four milliseconds (1.5 until its app has the touch, 2 to 3 to paint, 0.1 to encode), and what is left is shared by the eight times that a packet goes from one process to the next',
  },
  palette: {
    '100,000 shops, last key to first results drawn, p99':
      'The slowest of 40: 10 ms are the pause behind a key, up to 80 the page’s own work, up to 95 the server’s and PostgreSQL’s, which share two cores with the browser; a frame is 17 more. On a processor twice as fast it was 126',
  },
  'every-list': {
    'every list, p99':
      'The list of phones that skips rows (`deviceList`), which the console does not ask, is a third of all pages, and passes up to 10,000 rows on its way; by cursor they take a sixth of that of the processor',
    'deviceList, p99':
      'Up to 10,000 rows are passed over, with all that they are joined with; the console asks by cursor',
    'reportSystem, p99':
      'By the person it sums up 30 days of 10,000 people, 300,000 rows; there are no sums of longer spans',
    'reportIp, p99': ofAddresses,
    'userList, p99': ofProcessor,
    'userMessageList, p99': ofProcessor,
    'deviceListByCursor, p99': ofProcessor,
    'boxList, p99': ofProcessor,
    'environmentList, p99': ofProcessor,
    'environmentTrash, p99': ofProcessor,
    'logList, p99': ofProcessor,
    'eventList, p99': ofProcessor,
    'reportIp as admin, keyword X00, sort -name: first page, median of 6': ofAddresses,
    'reportIp as security, keyword X00, sort -name: first page, median of 6': ofAddresses,
    'reportIp as agent, keyword X00, sort -name: first page, median of 6': ofAddresses,
    'reportIp as security, keyword X000, sort -address: first page, median of 6': ofAddresses,
    'reportIp as security, keyword X000, sort -name: first page, median of 6': ofAddresses,
    'reportIp as agent, keyword X000, sort -name: first page, median of 6': ofAddresses,
    'deviceList as agent, status offline, sort name: behind 10000, median of 6': ofSkipping,
    'deviceList as security, status offline, sort name: behind 10000, median of 6': ofSkipping,
    'deviceList as security, status booting, sort name: behind 10000, median of 6': ofSkipping,
    'deviceList as admin, status offline, sort name: behind 10000, median of 6': ofSkipping,
  },
  reads: {
    'first pages of phones a second': ofReads,
    'first pages of phones, processor of PostgreSQL': ofDatabase,
    'the same for a manager a second': ofReads,
    'the same for a manager, processor of PostgreSQL': `${ofDatabase}. A fifth of it counts which of the phones that the manager holds are others’: an index by holder alone leads to each`,
    'the same for one with 18 phones a second': ofReads,
    'first pages of environments a second': ofReads,
    'user/info a second':
      'Not profiled. At 6,000 a second two cores leave 0.33 ms to each: server and PostgreSQL take 0.3 of them, and the client, which shares the cores, more than what is left',
  },
  'second-server': {
    'what two servers can do by the busiest one’s processor time, beside one':
      'Two servers work a tenth more than one, of which no profile was taken at this pace; each hears of every change, for its own consoles. PostgreSQL has no more to do. At a quarter of the calls, where what is done whatever is asked weighs more, it was 1.42',
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
