import type { Schemas } from './contract.ts'
import type { Language } from '../../texts/catalogue.ts'
import { isGone, Refusal, type Objection } from './refusal.ts'
import type { Reason } from '../../domain/reason.ts'
import { worded } from './words.ts'
import type { Store, Transaction } from '../store/store.ts'

type Result = Schemas['BatchResults']['results'][number]

/** By id, why something is not done to some of many. */
export type Refused = ReadonlyMap<number, Objection>

const resultOf = (id: number, why: Objection | undefined, language: Language): Result =>
  why === undefined ? { id, ok: true } : { id, ok: false, code: why.code, message: worded(language, why.reason) }

/** What a batch answers: each of these is done unless it is refused. */
export const resultsOf = ({ language }: { language: Language }, ids: Iterable<number>, refused: Refused): Result[] =>
  Array.from(new Set(ids), (id) => resultOf(id, refused.get(id), language))

/** How those are refused that a batch names and that are not there, or not the caller's to see. */
export function absentOf(
  ids: readonly number[] | undefined,
  found: readonly { id: number }[],
  text: Reason,
): [number, Objection][] {
  const there = new Set(found.map(({ id }) => id))
  return (ids ?? []).filter((id) => !there.has(id)).map((id) => [id, isGone(text)])
}

/** Does something with each in a transaction of its own: what one is refused, the others don't feel. */
export async function eachAlone(
  { store, language }: { store: Store; language: Language },
  ids: readonly number[],
  act: (tx: Transaction, id: number) => Promise<unknown>,
): Promise<Result[]> {
  const refused = new Map<number, Objection>()
  for (const id of new Set(ids))
    try {
      await store.transaction((tx) => act(tx, id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(id, error)
    }
  return resultsOf({ language }, ids, refused)
}
