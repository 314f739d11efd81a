import type { FastifyInstance, FastifyRequest } from 'fastify'
import { codes } from '../domain/codes.ts'
import { messages } from './messages.ts'
import { Refusal } from './refusal.ts'

/** How deep lists and objects of a body may stand in each other; the contract has six levels. */
const mostLevels = 32
/** Values of a body; an import of 10,000 rows with all their fields has 150,000. */
const mostValues = 200_000

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const isOpening = (char: number): boolean => char === 0x5b || char === 0x7b
const isClosing = (char: number): boolean => char === 0x5d || char === 0x7d

/** The index behind the text that begins at `start`. */
function behindText(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const char = json.charCodeAt(index)
    if (char === backslash) index += 1
    else if (char === quote) return index + 1
  }
  return json.length
}

/**
 * Refuses JSON that is nested too deeply or has too many values, before it is parsed: whatever reads it later takes time
 * for each value, and stack for each level.
 */
export function refuseOversized(json: string): void {
  let levels = 0
  let values = 1
  for (let index = 0; index < json.length;) {
    const char = json.charCodeAt(index)
    if (char === quote) {
      index = behindText(json, index)
      continue
    }
    if (char === comma) values += 1
    else if (isOpening(char)) {
      levels += 1
      values += 1
    } else if (isClosing(char)) levels -= 1
    if (levels > mostLevels) throw new Refusal(codes.invalidInput, messages.tooDeep)
    if (values > mostValues) throw new Refusal(codes.invalidInput, messages.tooLarge)
    index += 1
  }
}

/** Reads bodies of JSON, unless they are oversized. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    try {
      refuseOversized(body)
    } catch (error) {
      return done(error as Refusal) // It throws nothing else.
    }
    void parse(request, body, done) // It calls back.
  })
}
