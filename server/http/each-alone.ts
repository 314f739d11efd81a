import type { Language } from '../../texts/catalogue.ts'
import { worded } from './words.ts'
import { Refusal } from './refusal.ts'
import type { Store, Transaction } from '../store/store.ts'

interface Result {
  id: number
  ok: boolean
  code?: number
  message?: string
}

/** Does something with each in a transaction of its own: what one is refused, the others don't feel. */
export async function eachAlone<More extends object>(
  { store, language }: { store: Store; language: Language },
  ids: readonly number[],
  act: (tx: Transaction, id: number) => Promise<More>,
): Promise<(Result & Partial<More>)[]> {
  const results: (Result & Partial<More>)[] = []
  for (const id of new Set(ids))
    try {
      results.push({ id, ok: true, ...(await store.transaction((tx) => act(tx, id))) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      results.push({ id, ok: false, code: error.code, message: worded(language, error.reason) } as Result &
        Partial<More>)
    }
  return results
}
