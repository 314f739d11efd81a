import { type Described, type InputSchema, typeOf } from './contract-inputs.ts'

/** A body as it is sent, and what is special about it. */
interface HostileBody {
  what: string
  text: string
}

/** Ids from here on are of nothing that is there: whoever sends the next bodies is not to be deleted. */
const nobodys = 1_000_000

/** As many units as fit. */
const filled = (size: number, before: string, unit: string, after: string, between = ','): string => {
  const times = Math.max(1, Math.floor((size - before.length - after.length) / (unit.length + between.length)))
  return `${before}${Array.from({ length: times }, () => unit).join(between)}${after}`
}

const nested = (size: number, open: string, close: string): string => {
  const levels = Math.floor(size / (open.length + close.length)) - 8
  return `${open.repeat(levels)}0${close.repeat(levels)}`
}

/** Something legal, as large as the schema allows, where `room` is left for it. */
function largest(schema: InputSchema, room: number, index = 0): unknown {
  if (schema.anyOf) return largest(schema.anyOf[0] ?? {}, room, index)
  if (schema.enum) return schema.enum[index % schema.enum.length]
  switch (typeOf(schema)) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {})
      return Object.fromEntries(entries.map(([name, inner]) => [name, largest(inner, room / entries.length, index)]))
    }
    case 'array': {
      const items = schema.items ?? {}
      const least = JSON.stringify(largest(items, 0, 99_999)).length + 1
      const most = schema.uniqueItems && items.enum ? items.enum.length : (schema.maxItems ?? 0)
      const count = Math.max(schema.minItems ?? 0, Math.min(most, Math.floor(room / least)))
      return Array.from({ length: count }, (_, at) => largest(items, room / count, at))
    }
    case 'string': {
      if (schema.pattern !== undefined && schema.examples) return schema.examples[0]
      const length = Math.min(schema.maxLength ?? Infinity, Math.floor(room * 0.9))
      return 'a'.repeat(Math.max(schema.minLength ?? 0, length))
    }
    case 'integer':
    case 'number':
      return Math.min(nobodys + index, schema.maximum ?? 0)
    case 'boolean':
      return true
    default:
      return null
  }
}

/** What is worst for the code that looks at a value of this kind. */
function worst(schema: InputSchema, room: number): [what: string, text: string][] {
  const levels: [string, string] = ['levels', nested(room, '[', ']')]
  switch (typeOf(schema)) {
    case 'array':
      return [
        levels,
        ['zeroes', filled(room, '[', '0', ']')],
        ['empty texts', filled(room, '[', '""', ']')],
        ['empty lists', filled(room, '[', '[]', ']')],
        ['empty objects', filled(room, '[', '{}', ']')],
      ]
    case 'object':
      return [levels, ['fields', filled(room, '{', '"a":0', '}')]]
    case 'integer':
    case 'number':
      return [
        ['Infinity as a text', '"Infinity"'],
        ['1e400', '1e400'],
        ['1e400 as a text', '"1e400"'],
        ['digits as a text', filled(room, '"', '1', '"', '')],
      ]
    case 'string':
      return [
        ['letters', filled(room, '"', 'a', '|"', '')],
        ['spaces', filled(room, '"', ' ', '|"', '')],
        ['zero characters', filled(room, '"', '\\u0000', '"', '')],
      ]
    default:
      return [levels]
  }
}

/** The worst bodies that an operation can be sent: legal ones first, all about as long as it takes any. */
export function hostileBodies({ body, bodyLimit }: Described): HostileBody[] {
  if (body === undefined) return []
  const schema = body as InputSchema
  const room = bodyLimit - 4_096
  const properties = Object.entries(schema.properties ?? {})
  const needed = properties.filter(([name]) => schema.required?.includes(name))
  const least = Object.fromEntries(needed.map(([name, inner]) => [name, largest(inner, 64)]))
  const withField = (name: string, text: string): string => {
    const others = JSON.stringify({ ...least, [name]: undefined }).slice(1, -1)
    return `{${JSON.stringify(name)}:${text}${others && `,${others}`}}`
  }
  return [
    { what: 'everything that is legal', text: JSON.stringify(largest(schema, room)) },
    ...(properties.length === 1 ? [] : properties).map(([name, inner]) => ({
      what: `a legal ${name}`,
      text: JSON.stringify({ ...least, [name]: largest(inner, room) }),
    })),
    { what: 'levels of lists', text: nested(room, '[', ']') },
    { what: 'levels of objects', text: nested(room, '{"a":', '}') },
    { what: 'zeroes', text: filled(room, '[', '0', ']') },
    { what: 'fields', text: filled(room, '{', '"a":0', '}') },
    {
      what: 'fields of many names',
      text: `{${Array.from({ length: Math.floor(room / 12) }, (_, at) => `"f${at}":0`).join()}}`,
    },
    ...properties.flatMap(([name, inner]) =>
      // A body that is not long is looked through for all that is wrong with it.
      [room, 60_000].flatMap((size) =>
        worst(inner, size).map(([what, text]) => ({ what: `${name} of ${what}`, text: withField(name, text) })),
      ),
    ),
    ...properties.flatMap(([name, { items }]) =>
      Object.entries(items?.properties ?? {}).flatMap(([innerName, inner]) =>
        worst(inner, Math.min(room / 2, 100_000)).map(([what, text]) => ({
          what: `${name}.${innerName} of ${what}`,
          text: withField(name, `[{${JSON.stringify(innerName)}:${text}}]`),
        })),
      ),
    ),
  ]
}
