import type { StateValue } from 'xstate'
import type { Moment, RecordedActor, Recording } from '../recording/recording.ts'
import { wordsIn, type Written } from '../recording/written.ts'
import { stateWords, type NameOf } from './actor-words.ts'

/** Longer than this nobody reads. */
const longest = 20_000

/** What is written, as people read it: what JSON has no word for is named. */
function readable(written: Written): unknown {
  if (typeof written !== 'object' || written === null) return written
  if (Array.isArray(written)) return (written as readonly Written[]).map(readable)
  const fields = written as { readonly [name: string]: Written }
  switch (fields.$) {
    case undefined:
      return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readable(field)]))
    case 'undefined':
      return '—'
    case 'actor':
      return `→ ${wordsIn(fields.id)}`
    case 'function':
      return 'ƒ'
    case 'object':
      return `[${wordsIn(fields.of)}]`
    case 'error':
      return `${wordsIn(fields.name)}: ${wordsIn(fields.message)}`
    case 'cut':
      return '…'
    default:
      return Array.isArray(fields.of) ? (fields.of as readonly Written[]).map(readable) : fields.of
  }
}

/** What is written, over several lines. */
export const writtenText = (written: Written): string =>
  (JSON.stringify(readable(written), undefined, 2) ?? '').slice(0, longest)

/** The same on one line. */
export const shortText = (written: Written): string => {
  const text = JSON.stringify(readable(written)) ?? ''
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

/** The field of a moment at this path; undefined where there is none. */
export function fieldAt(moment: Written | undefined, path: readonly (string | number)[]): Written | undefined {
  let field = moment
  for (const name of path) {
    if (typeof field !== 'object' || field === null || !Object.hasOwn(field, name)) return undefined
    field = (field as { readonly [name: string]: Written })[name]
  }
  return field
}

/** Where a field stands, as programs write it: `context.filledIn.password`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.map((name, at) => (typeof name === 'number' ? `[${name}]` : at === 0 ? name : `.${name}`)).join('')

/** The state that a machine was in, in one line. */
export const momentState = (actor: RecordedActor, { value }: Moment): string =>
  actor.isMachine && value !== undefined && value !== null
    ? stateWords(value as StateValue) // As it was written down.
    : ''

/** The actors that one of a recording has started, by their ids. */
export const namesUnder =
  ({ actors }: Recording, session: string): NameOf =>
  (id) =>
    actors.find((actor) => actor.parent === session && actor.id === id)?.name ?? id

/** To the millisecond, which is what tells one entry from the next. */
export const entryTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})
