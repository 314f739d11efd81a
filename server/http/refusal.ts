import { codes, type Code } from '../../domain/codes.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'

/** Why something is not done to one of many. */
export interface Objection {
  code: Code
  reason: Reason
}

export const forbids = (reason: Reason): Objection => ({ code: codes.stateForbids, reason })
export const isGone = (reason: Reason): Objection => ({ code: codes.notFound, reason })

/** Why a call is refused: the envelope's code and what to tell people. Becomes the answer at the edge (app.ts). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly reason: Reason
  /** With 40000: what is wrong with each field. */
  readonly fields: Readonly<Record<string, Reason>> | undefined

  constructor(code: Code, reason: Reason, fields?: Record<string, Reason>) {
    super(reason.code)
    this.code = code
    this.reason = reason
    this.fields = fields
  }
}

/** Refuses what was asked for, and says of each field what is wrong with it. */
export const invalidFields = (fields: Record<string, Reason>): Refusal =>
  new Refusal(codes.invalidInput, reason('call.invalidInput'), fields)

/** Refuses a cursor that no page of this list, in this order, has given. */
export const badCursor = (): Refusal => invalidFields({ cursor: reason('call.badCursor') })
