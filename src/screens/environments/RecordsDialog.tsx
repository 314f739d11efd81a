import { Button, Dialog, DialogBody, DialogFooter, HTMLTable, NonIdealState, Spinner, Tag } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { loadRecords, restoreRecord, type Environment, type EnvironmentRecords } from '../../api/environments.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import type { ListAction } from '../lists/list-definition.ts'
import { useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { weight, type OfEnvironments } from './environment-columns.ts'
import styles from './RecordsDialog.module.css'

/** What was saved of an environment, and which of it is put back: at once where it is open, else with the next opening. */
function RecordsDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { t } = useTranslation()
  const notify = useNotify()
  const records = useScreenActor(oneAnswerMachine<EnvironmentRecords>, {
    key: environment.id,
    input: { ask: (signal) => loadRecords(environment, signal) },
  })
  const { answer, failure } = useSelector(records, ({ context }) => context)
  const restoring = useSingleCall<{ device_id: number | null }, 'what is on the phone'>(({ device_id }) => {
    notify({
      kind: 'success',
      text: t(device_id === null ? 'environments.records.chosen' : 'environments.records.begun'),
    })
    records.send({ type: 'AGAIN' })
  })
  const isOpen = environment.device_id !== null

  // What comes of it is told here.
  const mayClose = !restoring.busy
  const close = () => {
    if (mayClose) onClose()
  }
  const restore = (recordId: number) => {
    const change = (signal: AbortSignal) => restoreRecord(environment.id, recordId, signal)
    if (isOpen) restoring.ask('what is on the phone', change)
    else restoring.call(String(recordId), change)
  }

  if (restoring.asked !== undefined)
    return (
      <ConfirmDialog
        title={t('environments.records.restoreNow')}
        loses={[t('environments.records.loses')]}
        confirm={t('environments.records.restoreNow')}
        count={1}
        onConfirm={restoring.confirm}
        onCancel={restoring.cancel}
      />
    )
  return (
    <Dialog
      isOpen
      title={t('environments.records.of', { name: environment.name })}
      className={styles.dialog}
      isCloseButtonShown={mayClose}
      onClose={close}
    >
      <DialogBody>
        {failure !== '' && <p role="alert">{failure}</p>}
        {answer === undefined && failure === '' && <Spinner aria-label={t('environments.records.title')} />}
        {answer?.items.length === 0 && <NonIdealState description={t('environments.records.none')} />}
        {answer !== undefined && answer.items.length > 0 && (
          <HTMLTable compact striped className={styles.records}>
            <thead>
              <tr>
                <th>{t('environments.records.savedAt')}</th>
                <th className={styles.size}>{t('environments.records.size')}</th>
                <th>{t('environments.records.from')}</th>
                <th>{t('environments.records.checksum')}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {answer.items.map(({ id, saved_at, size, device_name, sha256 }) => (
                <tr key={id}>
                  <td>{momentText(saved_at)}</td>
                  <td className={styles.size}>{weight(size)}</td>
                  <td>{device_name}</td>
                  <td>
                    <code title={sha256}>{sha256.slice(0, 12)}</code>
                  </td>
                  <td className={styles.action}>
                    {id === answer.restored_next && !isOpen ? (
                      <Tag minimal intent="primary">
                        {t('environments.records.next')}
                      </Tag>
                    ) : (
                      <Button
                        size="small"
                        variant="outlined"
                        loading={restoring.busy}
                        text={t(isOpen ? 'environments.records.restoreNow' : 'environments.records.restore')}
                        onClick={() => restore(id)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={t('environments.records.close')} disabled={!mayClose} onClick={close} />}>
        {t('environments.records.kept')}
      </DialogFooter>
    </Dialog>
  )
}

export const showingRecords: ListAction<OfEnvironments> = {
  key: 'records',
  icon: <History />,
  text: 'environments.records.title',
  shows: (environment, { close }) => <RecordsDialog environment={environment} onClose={close} />,
}
