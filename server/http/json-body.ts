import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { Refusal } from './refusal.ts'
import { othersTurn, takeTurns } from './turns.ts'

/** How deep lists and objects of a body may stand in each other; the contract has six levels. */
const maxLevels = 32
/** Values of a body; an import of 10,000 rows with all their fields has 150,000. */
const maxValues = 200_000

/** Bytes of a body that is parsed at one go. Longer ones are long by the elements of their lists, or by one text. */
const maxAtOnce = 256 * 1024
/** Of a longer body: bytes and values of one element of a list, and of everything that is in no long field. */
const maxOfOne = { bytes: 512 * 1024, values: 2_000 }
/** Of a longer body: bytes and values of a list's elements, or of a text, that are parsed together. */
const portion = { bytes: 64 * 1024, values: maxOfOne.values }
/** Bytes that are looked through at one go. */
const lookedThrough = 64 * 1024

const [quote, comma, backslash, openingBrace, openingBracket] = [0x22, 0x2c, 0x5c, 0x7b, 0x5b]
const [letterU, hexadecimal] = [0x75, 4]
const isContinuing = (char: number | undefined): boolean => char !== undefined && (char & 0xc0) === 0x80 // A character of UTF-8.
const isOpening = (char: number): boolean => char === openingBracket || char === openingBrace
const isClosing = (char: number): boolean => char === 0x5d || char === 0x7d

/**
 * A long field of a body, in portions: of a list several elements each, without the commas around them; of a text what stands
 * between the quotes around it.
 */
interface LongField {
  kind: 'list' | 'text'
  portions: { start: number; end: number }[]
}

const tooLarge = (): Refusal => new Refusal(codes.invalidInput, reason('call.tooLarge'))

/** A text of JSON, as far as its texts, lists, objects and commas tell. */
class Outline {
  readonly #json: Buffer
  /** The lists that are fields of the outermost object, and the texts that are and are long. */
  readonly fields: LongField[] = []

  constructor(json: Buffer) {
    this.#json = json
  }

  /**
   * Looks the text through, pausing on the way. Refuses what is nested too deeply or has too many values, before it is parsed:
   * whatever reads it later takes time for each value, and stack for each level.
   */
  *look(): Generator<void> {
    const json = this.#json
    const isLong = json.length > maxAtOnce
    let levels = 0
    let values = 1
    let outside = 0 // Values that are in no list.
    let root = 0
    let field: LongField | undefined // That is open.
    let [start, valuesBefore, element, valuesOfOne] = [0, 0, 0, 0]
    let isText = false
    let pause = lookedThrough

    const endPortion = (end: number, next: number): void => {
      field?.portions.push({ start, end })
      ;[start, valuesBefore] = [next, values]
    }
    const endElement = (end: number): void => {
      if (isLong && end - element > maxOfOne.bytes) throw tooLarge()
      ;[element, valuesOfOne] = [end + 1, 0]
    }
    const endField = (end: number): void => {
      endPortion(end, end)
      const isWhole = field?.kind === 'text' && field.portions.length === 1 // As nearly all texts are.
      if (field && !isWhole) this.fields.push(field)
      field = undefined
    }

    for (let index = 0; index < json.length; index += 1) {
      if (index >= pause) {
        pause = index + lookedThrough
        yield
      }
      const char = json[index] ?? 0
      if (isText) {
        if (char === quote) {
          isText = false
          if (field?.kind === 'text') endField(index)
          continue
        }
        // Neither an escape is cut in two nor a character.
        if (char === backslash) index += json[index + 1] === letterU ? 1 + hexadecimal : 1
        if (field?.kind === 'text' && index - start >= portion.bytes && !isContinuing(json[index + 1]))
          endPortion(index + 1, index + 1)
        continue
      }
      if (char === quote) {
        isText = true
        if (levels === 1 && root === openingBrace) {
          field = { kind: 'text', portions: [] }
          start = index + 1
        }
      } else if (char === comma) {
        values += 1
        if (field === undefined) outside += 1
        else if (levels > 2) valuesOfOne += 1
        else {
          endElement(index)
          if (index - start >= portion.bytes || values - valuesBefore >= portion.values) endPortion(index, index + 1)
        }
      } else if (isOpening(char)) {
        levels += 1
        values += 1
        if (levels === 1) root = char
        if (field !== undefined) valuesOfOne += 1
        else if (levels === 2 && char === openingBracket && root === openingBrace) {
          field = { kind: 'list', portions: [] }
          ;[start, valuesBefore, element, valuesOfOne] = [index + 1, values, index + 1, 0]
        } else outside += 1
      } else if (isClosing(char)) {
        if (levels === 2 && field !== undefined) {
          endElement(index)
          endField(index)
        }
        levels -= 1
      } else continue
      if (levels > maxLevels) throw new Refusal(codes.invalidInput, reason('call.tooDeep'))
      if (values > maxValues || (isLong && Math.max(outside, valuesOfOne) > maxOfOne.values)) throw tooLarge()
    }
    if (field) endField(json.length) // That no end of it came is found by whoever parses it.
    const inFields = this.fields.reduce(
      (sum, { portions }) => sum + (portions.at(-1)?.end ?? 0) - (portions[0]?.start ?? 0),
      0,
    )
    if (isLong && json.length - inFields > maxOfOne.bytes) throw tooLarge()
  }

  /** The text, with nothing in the place of each long field but a list of its place in `fields`. */
  withoutLongFields(): string {
    const pieces: string[] = []
    let behind = 0
    for (const [place, { kind, portions }] of this.fields.entries()) {
      const around = kind === 'text' ? 1 : 0 // Its quotes.
      pieces.push(this.#json.toString('utf8', behind, (portions[0]?.start ?? 0) - around))
      pieces.push(kind === 'text' ? `[${place}]` : String(place))
      behind = (portions.at(-1)?.end ?? behind) + around
    }
    return [...pieces, this.#json.toString('utf8', behind)].join('')
  }

  portion = ({ start, end }: LongField['portions'][number]): string => this.#json.toString('utf8', start, end)
}

/** Parses a text, or throws. */
type Parse = (json: string) => unknown

/** Parses a text unless it is oversized; a long one a portion at a time. Throws what `parse` does where it is no JSON. */
async function parseOutlined(json: Buffer, parse: Parse): Promise<unknown> {
  const outline = new Outline(json)
  await takeTurns(outline.look(), () => {})
  if (json.length <= maxAtOnce) return parse(json.toString())
  const body = parse(outline.withoutLongFields())
  await othersTurn()
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const long: unknown[] = []
  for (const { kind, portions } of outline.fields) {
    const parts: unknown[] = []
    await takeTurns(portions, (one) => {
      const text = outline.portion(one)
      if (kind === 'text') {
        parts.push(parse(`"${text}"`))
        return
      }
      // Nothing between two commas, or behind the last, is no JSON.
      if (portions.length > 1 && text.trim() === '') parse(',')
      // What is between brackets is a list, or throws.
      for (const element of parse(`[${text}]`) as unknown[]) parts.push(element)
    })
    long.push(kind === 'text' ? parts.join('') : parts)
  }
  // All lists in it stand for what is in `long` at the places that are their only elements.
  const filled = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? long[value[0]] : value])
  return Object.fromEntries(filled)
}

/** Reads bodies of JSON, unless they are oversized: long ones so that others have their turn meanwhile. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseBody = app.getDefaultJsonParser('error', 'error')
  const parserFor =
    (request: FastifyRequest): Parse =>
    (json) => {
      let parsed: unknown
      let failure: Error | null = null
      // It calls back at once.
      void parseBody(request, json, (error, value) => {
        failure = error
        parsed = value
      })
      if (failure !== null) throw failure as Error // The compiler does not see that it is called.
      return parsed
    }
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, json: Buffer) =>
    parseOutlined(json, parserFor(request)),
  )
}
