import { useTranslation } from 'react-i18next'
import type { BatchCall } from '../../machines/batch-action.ts'
import { undoBatch, type EnvironmentQuery, type Undoable } from '../../machines/environment-list.ts'
import { useNotify } from '../session-context.tsx'

/** Makes a batch of what says how it can be undone: its notice then offers to. */
export function useUndo() {
  const { t } = useTranslation()
  const notify = useNotify()
  const undoNow = async ({ log_id }: Undoable): Promise<void> => {
    const results = await undoBatch(log_id)
    const failed = results.filter(({ ok }) => !ok)
    const done = results.length - failed.length
    const why = failed[0]?.message ?? ''
    if (failed.length === 0) notify({ kind: 'success', text: t('table.batch.undone', { n: done }) })
    else notify({ kind: 'warning', text: t('table.batch.undonePartly', { done, failed: failed.length, why }) })
  }
  return (callWith: (undoing: (undo: Undoable | undefined) => void) => BatchCall<EnvironmentQuery>) => {
    let undoable: Undoable | undefined
    return {
      call: callWith((undo) => {
        undoable = undo ?? undoable
      }),
      undo: () => {
        const undo = undoable
        // The client has told why it failed.
        return undo && (() => void undoNow(undo).catch(() => undefined))
      },
    }
  }
}
