import type { FastifyReply } from 'fastify'
import { codes } from '../../domain/codes.ts'
import type { Schema } from './contract.ts'
import { takeTurns } from './turns.ts'

/** A list of so many elements is written out at one go. */
const maxAtOnce = 500

/** What of an answer's schema is looked at here. */
interface EnvelopeSchema extends Schema {
  properties?: { data?: { properties?: Record<string, { items?: Schema } | undefined> } }
}

/** The first of the data's fields that is a long list of what the schema describes. */
function longListIn(schema: EnvelopeSchema, data: unknown) {
  for (const [name, list] of Object.entries(data ?? {})) {
    const items = schema.properties?.data?.properties?.[name]?.items
    // Whatever its elements are, the schema says how they are written.
    if (items !== undefined && Array.isArray(list) && list.length > maxAtOnce)
      return { name, items, list: list as unknown[] }
  }
  return undefined
}

/**
 * The envelope around an operation's data, as the contract's schema has it written; a long list of it so that others have their turn
 * meanwhile. As bytes at once: Node puts a long text together twice, to measure it and to send it.
 */
export async function answerBytes(reply: FastifyReply, schema: EnvelopeSchema, data: object | null): Promise<Buffer> {
  // The types of Fastify know of objects alone; an element may be a number.
  const writerOf = (part: Schema) => reply.compileSerializationSchema(part) as (value: unknown) => string
  const write = writerOf(schema)
  const envelope = { code: codes.ok, message: 'ok', data }
  const long = longListIn(schema, data)
  if (long === undefined) return Buffer.from(write(envelope))

  const { name, items, list } = long
  const writeOne = writerOf(items)
  const pieces: Buffer[] = []
  let piece: string[] = []
  const close = () => {
    pieces.push(Buffer.from(`${pieces.length === 0 ? '' : ','}${piece.join()}`))
    piece = []
  }
  await takeTurns(list, (element) => {
    piece.push(writeOne(element))
    if (piece.length === maxAtOnce) close()
  })
  if (piece.length > 0) close()
  const around = write({ ...envelope, data: { ...data, [name]: [] } })
  // Inside of a text its quotes would have backslashes: it is found as a field alone.
  const place = around.indexOf(`"${name}":[]`) + name.length + 4
  return Buffer.concat([Buffer.from(around.slice(0, place)), ...pieces, Buffer.from(around.slice(place))])
}
