import type { Reason } from '../../domain/reason.ts'
import { fc } from './properties.ts'

// What is kept of a text has no NUL and no half of a character.
const said = fc
  .string({ unit: 'grapheme', maxLength: 100 })
  .map((text) => text.replaceAll('\0', '').slice(0, 1_000).toWellFormed())
const code = fc.stringMatching(/^[a-z]{1,20}\.[A-Za-z]{1,20}$/)

/** Any reason as programs give it: of words, numbers and other reasons. */
const anyReason: fc.Arbitrary<Reason> = fc.letrec<{ reason: Reason }>((tie) => ({
  reason: fc.record(
    {
      code,
      params: fc.dictionary(
        fc.stringMatching(/^[a-z]{1,10}$/),
        fc.oneof({ maxDepth: 1, depthIdentifier: 'reason' }, said, fc.integer(), tie('reason')),
        { maxKeys: 4, noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  ),
})).reason

export const anyWhy: fc.Arbitrary<Reason | null> = fc.option(anyReason)
