import { Button, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { codes } from '../../../domain/codes.ts'
import { batchActionMachine } from '../../machines/lists/batch-action.ts'
import type { BatchResult } from '../../api/list-calls.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useHeldPage } from '../../ui/use-held-page.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import type { Batch } from './use-resource.ts'
import { useUndo } from './use-undo.ts'

// It draws with @blueprintjs/table, which the list itself does without.
const BatchResults = lazy(async () => ({ default: (await import('./BatchResults.tsx')).BatchResults }))

/** Rows that there is no more to do with, and those where it failed; or that nobody knows what was done, as the answer was lost. */
type BatchEnd = { type: 'SETTLED'; done: readonly number[]; failed: readonly number[] } | { type: 'REFRESH' }

interface BatchDialogProps<Query> {
  batch: Batch<Query>
  /** How many rows match, for one that is about all of those. */
  count: number
  /** Undefined for a row that is not at hand. */
  nameOf: (id: number) => string | undefined
  /** It is over: with what its list is to hear of that; nothing where it was not tried. */
  onEnd: (outcome?: BatchEnd) => void
  /** Rows are again what they were. */
  onUndone: () => void
}

/** What is gone by now is not to be tried again. */
const isLeft = ({ ok, code }: BatchResult): boolean => !ok && code !== codes.notFound

/** Asks, does and tells of one batch. Where all went well it says so in the corner and is gone. */
export function BatchDialog<Query>({ batch, count, nameOf, onEnd, onUndone }: BatchDialogProps<Query>) {
  const { t } = useTranslation()
  const undoing = useUndo()
  const { title, target, call, loses, after } = batch
  const end = ({ results, undoable }: { results: readonly BatchResult[]; undoable: readonly number[] }) => {
    const idsOf = (fits: (result: BatchResult) => boolean) => results.filter(fits).map(({ id }) => id)
    const [done, failed] = [idsOf(({ ok }) => ok), idsOf(({ ok }) => !ok)]
    if (done.length > 0 && (failed.length === 0 || undoable.length > 0)) {
      undoing.tell(`${title}: ${t('table.batch.done', { n: done.length })}`, undoable, onUndone)
    }
    onEnd(
      results.length > 0
        ? { type: 'SETTLED', done: idsOf((result) => !isLeft(result)), failed: idsOf(isLeft) }
        : { type: 'REFRESH' },
    )
    if (done.length > 0 && failed.length === 0) after?.()
  }
  const input = { target, call, destructive: loses !== undefined }
  const action = useScreenActor(batchActionMachine<Query>, { input }, (now) => {
    if (now.matches('cancelled')) onEnd()
    else if (now.status === 'done') end(now.context)
  })
  // Whoever goes elsewhere meanwhile goes once it is known what it came to, unless there is something to read.
  useHeldPage(action, {
    isHeld: (now) => now.matches('running'),
    isToStay: (now) => !now.matches('running'),
  })
  const snapshot = useSelector(action, (now) => now)
  const { results, failure } = snapshot.context
  const failed = results.filter(({ ok }) => !ok)

  if (snapshot.matches('confirming') && loses !== undefined) {
    return (
      <ConfirmDialog
        key={action.sessionId}
        title={title}
        loses={loses.what}
        confirm={loses.confirm}
        count={'ids' in target ? target.ids.length : count}
        onConfirm={() => action.send({ type: 'CONFIRM' })}
        onCancel={() => action.send({ type: 'CANCEL' })}
      />
    )
  }
  if (snapshot.status === 'done') return null
  const isRunning = snapshot.matches('running')
  const mayClose = snapshot.can({ type: 'CLOSE' })
  return (
    <Dialog
      isOpen
      title={title}
      style={{ width: 'min(560px, 96vw)' }}
      canOutsideClickClose={false}
      isCloseButtonShown={mayClose}
      onClose={() => action.send({ type: 'CLOSE' })}
    >
      <DialogBody>
        {failed.length > 0 && (
          <Suspense>
            <BatchResults expected={failed.length} results={failed} nameOf={(id) => nameOf(id) ?? `#${id}`} />
          </Suspense>
        )}
        {failed.length === 0 && <p role={failure === '' ? 'status' : 'alert'}>{failure || t('table.batch.running')}</p>}
        {isRunning && <ProgressBar aria-label={title} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button disabled={!mayClose} text={t('table.batch.close')} onClick={() => action.send({ type: 'CLOSE' })} />
            <Button
              intent="primary"
              loading={isRunning}
              text={failed.length > 0 ? t('table.batch.retry', { n: failed.length }) : t('table.retry')}
              onClick={() => action.send({ type: 'RETRY' })}
            />
          </>
        }
      >
        {failed.length > 0 && (
          <span role="status">
            {t('table.batch.partly', { done: results.length - failed.length, failed: failed.length })}
          </span>
        )}
      </DialogFooter>
    </Dialog>
  )
}
