import {
  recordingVersion,
  type Deed,
  type Moment,
  type RecordedActor,
  type RecordedEntry,
  type RecordedStep,
  type Recording,
} from './recording.ts'

/** A file that is longer is not read, in bytes. */
export const maxFileLength = 64_000_000

/** Why a file is no recording that can be shown. */
export type RecordingProblem =
  | { code: 'tooLong' }
  | { code: 'notJson' }
  | { code: 'noRecording' }
  | { code: 'otherVersion'; version: string; readable: number }
  | { code: 'wrongField'; field: string }

export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
  readonly problem: RecordingProblem

  constructor(problem: RecordingProblem) {
    super('field' in problem ? `${problem.code}: ${problem.field}` : problem.code)
    this.problem = problem
  }
}

/** What stands in a recording's file. */
export const recordingText = (recording: Recording): string => JSON.stringify(recording)

/** The recording that a file holds. @throws UnreadableRecording where it holds none */
export function readRecording(text: string): Recording {
  if (text.length > maxFileLength) throw new UnreadableRecording({ code: 'tooLong' })
  const file = parsed(text)
  if (!isObject(file) || file.format !== 'phonedeck recording') throw new UnreadableRecording({ code: 'noRecording' })
  if (file.version !== recordingVersion)
    throw new UnreadableRecording({ code: 'otherVersion', version: String(file.version), readable: recordingVersion })
  const actors = listOf(file.actors, 'actors', isActor)
  const sessions = new Set(actors.map(({ session }) => session))
  if (sessions.size < actors.length) wrong('actors')
  const entries = listOf(file.entries, 'entries', isEntry)
  for (const [at, { actor }] of entries.entries()) if (!sessions.has(actor)) wrong(`entries[${at}].actor`)
  return {
    format: file.format,
    version: recordingVersion,
    build: the(isString, file.build, 'build'),
    savedAt: the(isTime, file.savedAt, 'savedAt'),
    note: the(isString, file.note, 'note'),
    actors,
    entries,
    steps: the(isListOfSteps, file.steps, 'steps'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRecording({ code: 'notJson' })
  }
}

function wrong(field: string): never {
  throw new UnreadableRecording({ code: 'wrongField', field })
}

type Fields<Of> = { [Name in keyof Of]-?: (value: unknown) => boolean }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isString = (value: unknown): value is string => typeof value === 'string'
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isTime = (value: unknown): value is number => Number.isFinite(value)
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value)

/** The last of a path may be added to a list, and none is further away than a list can be long. */
const isStep = (value: unknown): boolean =>
  (isString(value) && value !== '__proto__') || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e6)
const isChange = (value: unknown): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= 2 && Array.isArray(value[0]) && value[0].every(isStep)

const isMoment = (value: unknown): value is Moment => isObject(value) && isString(value.status)
const isEvent = (value: unknown): boolean => isObject(value) && isString(value.type)
const isDeed = (value: unknown): value is Deed => {
  if (!isObject(value)) return false
  if (value.did === 'emitted') return isEvent(value.event)
  if (value.did === 'timer cancelled') return isString(value.timer)
  return value.did === 'timer set' && isString(value.timer) && isString(value.event) && Number.isFinite(value.delay)
}

const isActor: Fields<RecordedActor> = {
  session: isString,
  id: isString,
  name: isString,
  isMachine: isBoolean,
  parent: orNull(isString),
  base: orNull(isMoment),
}

const isEntry: Fields<RecordedEntry> = {
  at: isTime,
  actor: isString,
  source: orNull(isString),
  event: isEvent,
  changes: orNull((value) => Array.isArray(value) && value.every(isChange)),
  deeds: (value) => Array.isArray(value) && value.every(isDeed),
}

const isListOfSteps = (value: unknown): value is RecordedStep[] =>
  Array.isArray(value) && value.every((step) => isObject(step) && isString(step.does))

function the<Value>(is: (value: unknown) => value is Value, value: unknown, field: string): Value {
  return is(value) ? value : wrong(field)
}

/** The items of a list, each of which has these fields and no others. */
function listOf<Item>(value: unknown, name: string, fields: Fields<Item>): Item[] {
  if (!Array.isArray(value)) return wrong(name)
  const checks = Object.entries<(value: unknown) => boolean>(fields)
  return value.map((item: unknown, at) => {
    if (!isObject(item)) return wrong(`${name}[${at}]`)
    for (const [field, is] of checks) if (!is(item[field])) wrong(`${name}[${at}].${field}`)
    return Object.fromEntries(checks.map(([field]) => [field, item[field]])) as Item // As checked.
  })
}
