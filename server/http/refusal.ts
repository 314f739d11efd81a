import { codes, type Code } from '../../domain/codes.ts'
import type { Message } from './messages.ts'

/** Why something is not done to one of many. */
export interface Objection {
  code: Code
  text: Message
}

export const forbids = (text: Message): Objection => ({ code: codes.stateForbids, text })
export const isGone = (text: Message): Objection => ({ code: codes.notFound, text })

/** Why a call is refused: the envelope's code and what to tell people. Becomes the answer at the edge (app.ts). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly text: Message
  /** With 40000: what is wrong with each field. */
  readonly fields: Readonly<Record<string, Message>> | undefined

  constructor(code: Code, text: Message, fields?: Record<string, Message>) {
    super(text.en)
    this.code = code
    this.text = text
    this.fields = fields
  }
}
