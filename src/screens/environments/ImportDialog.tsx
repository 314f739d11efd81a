import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineField } from '../../../domain/environment-lines.ts'
import type { Market } from '../../../domain/markets.ts'
import { readEnvironmentFile, UnreadableFile } from './environment-file.ts'
import { sendEnvironmentLines } from '../../api/environments.ts'
import { environmentImportMachine, importFailure } from '../../machines/environments/environment-import.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useHeldPage } from '../../ui/use-held-page.ts'
import { useUndo } from '../lists/use-undo.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './ImportDialog.module.css'
import { ImportSheet } from './ImportSheet.tsx'
import { ImportSource } from './ImportSource.tsx'

interface ImportDialogProps {
  market: Market
  onImported: () => void
  onClose: () => void
}

/** Imports environments from a file: checked first, bad lines corrected in a sheet, then all of them or none. */
export function ImportDialog({ market, onImported, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const undoing = useUndo()
  const input = { read: readEnvironmentFile, send: sendEnvironmentLines(market) }
  const actor = useScreenActor(environmentImportMachine, { key: market, input }, (now) => {
    if (now.matches('left')) onClose()
    if (!now.matches('done')) return
    const { imported, undoable } = now.context
    undoing.tell(t('environments.importing.done', { count: imported }), undoable, () => undefined) // The list is live.
    onImported()
  })
  useHeldPage(actor, {
    isHeld: (now) => now.status === 'active' && (now.context.corrections > 0 || now.matches('importing')),
    ask: () => actor.send({ type: 'LEAVE' }),
    isToStay: (now) => !now.matches('asking') && !now.matches('importing'),
  })
  const now = useSelector(actor, (snapshot) => snapshot)
  const { lines, shown, suspects, problems, source, failure } = now.context
  const n = lines.length
  const edit = useCallback(
    (line: number, field: LineField, value: string) => actor.send({ type: 'EDIT', line, field, value }),
    [actor],
  )
  const drop = useCallback((line: number) => actor.send({ type: 'DROP', line }), [actor])
  const left = [...problems].reduce(
    (sum, [line, fields]) => sum + (shown.some((one) => one.line === line) ? fields.size : 0),
    0,
  )
  const isBusy = now.matches('reading') || now.matches('checking') || now.matches('importing')
  const busyText = () => {
    if (now.matches('reading')) return t('environments.importing.reading')
    return t(now.matches('checking') ? 'environments.importing.checking' : 'environments.importing.bringing', {
      count: n,
    })
  }
  const failureText = () =>
    failure instanceof UnreadableFile
      ? t(`environments.importing.problem.${failure.problem}`)
      : importFailure(now.context)
  const isSheetShown = shown.length > 0 && !now.matches('choosing')

  return (
    <>
      <Dialog
        isOpen
        title={t('environments.importing.title', { market: t(`environments.names.${market}`) })}
        className={styles.dialog}
        canOutsideClickClose={false}
        canEscapeKeyClose={false}
        isCloseButtonShown={!now.matches('importing')}
        onClose={() => actor.send({ type: 'LEAVE' })}
      >
        <DialogBody className={styles.body}>
          {now.matches('choosing') && (
            <ImportSource
              problem={failure === undefined ? undefined : failureText()}
              onChoose={(chosen) => actor.send({ type: 'CHOOSE', source: chosen })}
            />
          )}
          {isBusy && (
            <p className={styles.status} role="status">
              {busyText()}
            </p>
          )}
          {isBusy && <ProgressBar aria-label={busyText()} />}
          {isSheetShown && !isBusy && (
            <p className={styles.status} role="status">
              {t('environments.importing.bad', { count: n, bad: shown.length })}
            </p>
          )}
          {isSheetShown && (
            <ImportSheet lines={shown} suspects={suspects} problems={problems} onEdit={edit} onDrop={drop} />
          )}
          {now.matches('ready') && (
            <Callout intent="success" icon={<TickCircle />}>
              {t('environments.importing.good', { count: n })} · {source?.name}
            </Callout>
          )}
          {(now.matches('unchecked') || now.matches('ready')) && failure !== undefined && (
            <Callout intent="danger" role="alert">
              {t(now.matches('ready') ? 'environments.importing.failed' : 'environments.importing.unchecked', {
                message: failureText(),
              })}
            </Callout>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button
                text={t('environments.importing.cancel')}
                disabled={now.matches('importing')}
                onClick={() => actor.send({ type: 'LEAVE' })}
              />
              {(now.matches('correcting') || now.matches('unchecked')) && (
                <Button
                  intent="primary"
                  text={t('environments.importing.recheck')}
                  onClick={() => actor.send({ type: 'CHECK' })}
                />
              )}
              {(now.matches('ready') || now.matches('importing')) && (
                <Button
                  intent="primary"
                  loading={now.matches('importing')}
                  text={t('environments.importing.start', { count: n })}
                  onClick={() => actor.send({ type: 'IMPORT' })}
                />
              )}
            </>
          }
        >
          {now.matches('correcting') &&
            (left > 0 ? t('environments.importing.left', { count: left }) : t('environments.importing.corrected'))}
        </DialogFooter>
      </Dialog>
      {now.matches('asking') && (
        <ConfirmDialog
          title={t('environments.importing.title', { market: t(`environments.names.${market}`) })}
          loses={[t('environments.importing.unsaved')]}
          confirm={t('form.discard')}
          count={1}
          onConfirm={() => actor.send({ type: 'DISCARD' })}
          onCancel={() => actor.send({ type: 'STAY' })}
        />
      )}
    </>
  )
}
