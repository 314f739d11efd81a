import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codes } from '../../domain/codes.ts'
import { messages } from './messages.ts'
import { Refusal } from './refusal.ts'
import { othersTurn, takeTurns } from './turns.ts'

/** How deep lists and objects of a body may stand in each other; the contract has six levels. */
const mostLevels = 32
/** Values of a body; an import of 10,000 rows with all their fields has 150,000. */
const mostValues = 200_000

/** Characters of a body that is read at one go. Longer ones are long by the elements of their lists. */
const longestAtOnce = 256 * 1024
/** Of a longer body: values of one element of a list, and of everything that is in no list; what is parsed at one go has no more. */
const mostValuesOfOne = 2_000
/** Of a longer body: characters and values of a list's elements that are parsed together. */
const portion = { characters: 64 * 1024, values: mostValuesOfOne }
/** Characters that are looked through at one go. */
const lookedThrough = 64 * 1024

const [quote, comma, backslash, openingBrace, openingBracket] = [0x22, 0x2c, 0x5c, 0x7b, 0x5b]
const isOpening = (char: number): boolean => char === openingBracket || char === openingBrace
const isClosing = (char: number): boolean => char === 0x5d || char === 0x7d

/** Where a list's elements are in a text: several at a time, without the commas around them. */
type Portions = { start: number; end: number }[]

/** A text of JSON, as far as its lists, objects and commas tell. */
class Outline {
  readonly #json: string
  /** Of the lists that are fields of the outermost object. */
  readonly lists: Portions[] = []

  constructor(json: string) {
    this.#json = json
  }

  /**
   * Looks the text through, pausing on the way. Refuses what is nested too deeply or has too many values, before it is parsed:
   * whatever reads it later takes time for each value, and stack for each level.
   */
  *look(): Generator<void> {
    const json = this.#json
    const isLong = json.length > longestAtOnce
    let levels = 0
    let values = 1
    let outside = 0 // Values that are in no list.
    let root = 0
    let list: Portions | undefined
    let [start, valuesBefore, valuesOfOne] = [0, 0, 0]
    let isText = false
    let pause = lookedThrough

    for (let index = 0; index < json.length; index += 1) {
      if (index >= pause) {
        pause = index + lookedThrough
        yield
      }
      const char = json.charCodeAt(index)
      if (isText) {
        if (char === backslash) index += 1
        else if (char === quote) isText = false
        continue
      }
      if (char === quote) isText = true
      else if (char === comma) {
        values += 1
        if (list === undefined) outside += 1
        else if (levels > 2) valuesOfOne += 1
        else {
          valuesOfOne = 0
          if (index - start >= portion.characters || values - valuesBefore >= portion.values) {
            list.push({ start, end: index })
            ;[start, valuesBefore] = [index + 1, values]
          }
        }
      } else if (isOpening(char)) {
        levels += 1
        values += 1
        if (levels === 1) root = char
        if (list !== undefined) valuesOfOne += 1
        else if (levels === 2 && char === openingBracket && root === openingBrace) {
          list = []
          ;[start, valuesBefore, valuesOfOne] = [index + 1, values, 0]
        } else outside += 1
      } else if (isClosing(char)) {
        if (levels === 2 && list !== undefined) {
          this.lists.push([...list, { start, end: index }])
          list = undefined
        }
        levels -= 1
      } else continue
      if (levels > mostLevels) throw new Refusal(codes.invalidInput, messages.tooDeep)
      if (values > mostValues || (isLong && Math.max(outside, valuesOfOne) > mostValuesOfOne))
        throw new Refusal(codes.invalidInput, messages.tooLarge)
    }
  }

  /** The text, with nothing in each list but its place in `lists`. */
  withoutElements(): string {
    const pieces: string[] = []
    let behind = 0
    for (const [place, list] of this.lists.entries()) {
      pieces.push(this.#json.slice(behind, list[0]?.start), String(place))
      behind = list.at(-1)?.end ?? behind
    }
    return [...pieces, this.#json.slice(behind)].join('')
  }

  elements = ({ start, end }: Portions[number]): string => this.#json.slice(start, end)
}

/** Parses a text, or throws. */
type Parse = (json: string) => unknown

/** Parses a text unless it is oversized; a long one a few elements at a time. Throws what `parse` does where it is no JSON. */
async function parseOutlined(json: string, parse: Parse): Promise<unknown> {
  const outline = new Outline(json)
  await takeTurns(outline.look(), () => {})
  if (json.length <= longestAtOnce) return parse(json)
  const body = parse(outline.withoutElements())
  await othersTurn()
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const lists: unknown[][] = []
  for (const portions of outline.lists) {
    const elements: unknown[] = []
    await takeTurns(portions, (one) => {
      const text = outline.elements(one)
      // Nothing between two commas, or behind the last, is no JSON.
      if (portions.length > 1 && text.trim() === '') parse(',')
      // What is between brackets is a list, or throws.
      for (const element of parse(`[${text}]`) as unknown[]) elements.push(element)
    })
    lists.push(elements)
  }
  // All lists that are fields of it are in `lists`, and have their places as their only elements.
  const filled = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? lists[value[0]] : value])
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
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, json: string) =>
    parseOutlined(json, parserFor(request)),
  )
}
