import { codes } from '../../../domain/codes.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import type { BatchCall, BatchResult } from './batch-action.ts'

/** Calls under way at the same time. */
const atOnce = 4

async function resultOf(id: number, call: (id: number, signal: AbortSignal) => Promise<unknown>, signal: AbortSignal) {
  try {
    await call(id, signal)
    return { id, ok: true }
  } catch (failure) {
    signal.throwIfAborted()
    const code = failure instanceof ApiError ? failure.code : codes.serverError
    return { id, ok: false, code, message: messageOf(failure) }
  }
}

/** A batch out of a call that takes a single row. It can't be asked for everything that matches. */
export const oneByOne =
  <Query>(call: (id: number, signal: AbortSignal) => Promise<unknown>): BatchCall<Query> =>
  async (target, signal) => {
    if (!('ids' in target)) throw new Error('this is done to rows one by one')
    const results = new Map<number, BatchResult>()
    const waiting = [...target.ids]
    const inTurn = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        results.set(id, await resultOf(id, call, signal))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, inTurn))
    return { results: target.ids.flatMap((id) => results.get(id) ?? []) }
  }
