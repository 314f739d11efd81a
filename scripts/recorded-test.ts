import type { Moment } from '../packages/machines-inspector/src/recording/recording.ts'
import type { Shrunk } from '../packages/machines-inspector/src/recording/shrink.ts'

/** Where a test stands, and what it is of. */
interface RecordedTestPlace {
  /** What makes the machine, as a program writes it: `loginMachine`, `recordFormMachine()`. */
  machine: string
  name: string
  /** From where the test stands. */
  machineFile: string
  replayFile: string
  errorsFile: string
  build: string
  /** Unix time in milliseconds. */
  savedAt: number
}

const placeOf = ({ status, value, error }: Moment): Record<string, unknown> =>
  status === 'error' ? { status, error } : { status, value }

const code = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** A test of what a machine did in a recording: it begins where that one began, and ends where it ended. */
export function testOf({ base, events, end }: Shrunk, place: RecordedTestPlace): string {
  const { machine, name, machineFile, replayFile, errorsFile, build, savedAt } = place
  const way = events.map(({ event }) => event.type).join(' → ') || 'nothing'
  return `// From a recording of ${build}, ${new Date(savedAt).toISOString()}, as short as it could be made (npm run replay).
// It ends as it was recorded: where that is what is wrong, say here how it should end.
import { expect, test } from 'vitest'
import { Rerun } from '${replayFile}'
import { errorOf } from '${errorsFile}'
import { ${machine.replace('()', '')} } from '${machineFile}'

const base = ${code(base)}

const events = ${code(events)}

test(${JSON.stringify(`${name} after ${way}`)}, () => {
  const rerun = new Rerun(${machine}, base, { errorOf })
  for (const { event, at } of events) rerun.give(event, at)
  expect(rerun.moment).toMatchObject(${code(placeOf(end))})
})
`
}
