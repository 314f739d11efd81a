import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { tryToUndoEntry } from '../../api/log.ts'
import { useNotify } from '../session/session-context.tsx'

/** Undoing what was done to many rows, by its entries in the operation log. */
export function useUndo() {
  const { t } = useTranslation()
  const notify = useNotify()
  return useMemo(() => undoing(t, notify), [t, notify])
}

function undoing(t: TFunction, notify: ReturnType<typeof useNotify>) {
  /** Undoes it, the newest first, and says in the corner what became of it: what was refused can be tried again. */
  async function undo(entries: readonly number[], onUndone: () => void): Promise<void> {
    const refused: number[] = []
    let [done, failed, why] = [0, 0, '']
    for (const id of entries.toReversed()) {
      const results = await tryToUndoEntry(id)
      const left = results.filter(({ ok }) => !ok)
      if (left.length > 0) refused.unshift(id)
      done += results.length - left.length
      failed += left.length
      why ||= left[0]?.message ?? ''
    }
    if (done > 0) onUndone()
    if (failed === 0) return notify({ kind: 'success', text: t('table.batch.undone', { n: done }) })
    const again = { text: t('table.retry'), run: begin(refused, onUndone) }
    notify({ kind: 'warning', text: t('table.batch.undonePartly', { done, failed, why }), action: again })
  }
  const begin = (entries: readonly number[], onUndone: () => void) => () => void undo(entries, onUndone)

  return {
    undo,
    /** Says in the corner what was done, and offers to undo it where it can be undone. */
    tell(text: string, entries: readonly number[], onUndone: () => void): void {
      const action = { text: t('table.batch.undo'), run: begin(entries, onUndone) }
      notify({ kind: 'success', text, ...(entries.length > 0 && { action }) })
    },
  }
}
