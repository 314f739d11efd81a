import { codes } from '../../domain/codes.ts'
import { defineOperations } from '../http/contract.ts'
import { reason } from '../../texts/reason.ts'
import { resultsOf } from '../http/batch-results.ts'
import { Refusal } from '../http/refusal.ts'
import { extentOf, undoTime } from './kept-changes.ts'
import type { Undos } from './put-back.ts'
import { undoKinds } from './undo-kinds.ts'

export const undoOperations = defineOperations(({ undos }: { undos: Undos }) => ({
  /** Undoes a batch: by whoever did it or somebody above, with the rights of today, and row by row. What is refused may be tried again. */
  logUndo: (call) => {
    const { caller, body, store, note } = call
    return store.transaction(async (tx) => {
      const entry = await tx.operationLog.visible(caller, body.id)
      const undo = await tx.undos.lock(body.id)
      if (entry === undefined || undo === undefined || !call.mayCall(undoKinds[undo.kind].like))
        throw new Refusal(codes.notFound, reason('log.reason.noSuchEntry'))
      const { market, rows } = undo
      const at = Date.now()
      if (undo.undone_at !== null) throw new Refusal(codes.stateForbids, reason('log.undo.done'))
      if (undo.at + undoTime < at) throw new Refusal(codes.stateForbids, reason('log.undo.over'))
      const { done, refused } = await undos[undo.kind]({ tx, call, market, rows, at })
      if (done.length > 0) {
        await tx.undos.leave(
          body.id,
          rows.filter(({ id }) => refused.has(id)),
          at,
        )
        await note(
          tx,
          'log.undo',
          {
            target: entry.target,
            ids: entry.target_ids.length > 0 ? done.map(({ id }) => id) : [],
            names: done.map(({ name }) => name),
            detail: { after: { entry: body.id, ...extentOf(done) } },
            result: refused.size > 0 ? 'partial' : 'ok',
          },
          at,
        )
      }
      const ids = rows.map(({ id }) => id)
      return { results: resultsOf(call, ids, refused) }
    })
  },
}))
