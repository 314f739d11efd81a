import { textReason, type Reason } from '../domain/reason.ts'

/** Something could not be done, for a reason that people are told. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly reason: Reason

  constructor(reason: Reason, options?: ErrorOptions) {
    super(`${reason.code} ${JSON.stringify(reason.params)}`, options)
    this.reason = reason
  }
}

/** Why something failed, for people: what an error of ours is about, or what another says. */
export const reasonFor = (error: unknown): Reason | null => {
  if (error instanceof Failure) return error.reason
  const said = error instanceof Error ? error.message : String(error)
  return said === '' ? null : textReason(said)
}
