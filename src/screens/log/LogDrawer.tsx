import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { fetchLogDetail, type LogDetail, type LogEntry } from '../../api/log.ts'
import { momentText } from '../../ui/moment.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useRegions } from '../devices/use-regions.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { changedFields, fieldText, valueText } from './change-words.ts'
import { actionText, resultTone, targetText } from './log-words.ts'
import styles from './LogDrawer.module.css'

/** One entry of the log with what was changed, field by field. */
export function LogDrawer({
  entry,
  onUndo,
  onClose,
}: {
  entry: LogEntry
  /** Settles once it is undone, or can't be. */
  onUndo: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const asked = useScreenActor(oneAnswerMachine<LogDetail>, {
    key: entry.id,
    input: { ask: (signal) => fetchLogDetail(entry.id, signal) },
  })
  const detail = useSelector(asked, ({ context }) => context.answer)
  const { undo } = detail?.entry ?? entry
  const failure = useSelector(asked, (now) => (now.matches('failed') ? now.context.failure : ''))
  return (
    <SidePanel width={640} title={t('logEntry.drawer', { id: entry.id })} onClose={onClose}>
      <div className={styles.body}>
        <dl className={styles.facts}>
          <dt>{t('log.field.at')}</dt>
          <dd className={styles.mono}>{momentText(entry.at)}</dd>
          <dt>{t('log.field.user')}</dt>
          <dd>{entry.user_name || t('log.server')}</dd>
          <dt>{t('log.field.action')}</dt>
          <dd>
            {actionText(t, entry.action)} <code className={styles.faint}>{entry.action}</code>
          </dd>
          <dt>{t('log.field.target')}</dt>
          <dd className={styles.targets}>{targetText(t, detail?.entry ?? entry)}</dd>
          <dt>{t('log.field.result')}</dt>
          <dd>
            <StatusTag tone={resultTone[entry.result]} text={t(`log.results.${entry.result}`)} />
          </dd>
          <dt>{t('log.field.ip')}</dt>
          <dd className={styles.mono}>{entry.ip || '—'}</dd>
          {undo !== null && (
            <>
              <dt>{t('log.undo.field')}</dt>
              <dd>
                {t(`log.undo.${undo}`)}{' '}
                {undo === 'open' && (
                  <Button
                    size="small"
                    icon={<Undo />}
                    text={t('log.action.undo')}
                    onClick={() => void onUndo().then(() => asked.send({ type: 'AGAIN' }))}
                  />
                )}
              </dd>
            </>
          )}
        </dl>
        {failure !== '' && (
          <p role="alert" className={styles.failure}>
            {t('logEntry.failed', { message: failure })}{' '}
            <Button size="small" text={t('logEntry.retry')} onClick={() => asked.send({ type: 'AGAIN' })} />
          </p>
        )}
        {detail === undefined && failure === '' && <p className={styles.faint}>{t('logEntry.loading')}</p>}
        {detail !== undefined && (
          <>
            <Changes detail={detail} />
            <dl className={styles.chain}>
              <dt>{t('log.field.previousHash')}</dt>
              <dd>{detail.previous_hash ?? t('log.field.unchained')}</dd>
              <dt>{t('log.field.hash')}</dt>
              <dd>{detail.hash ?? t('log.field.unchained')}</dd>
            </dl>
          </>
        )}
      </div>
    </SidePanel>
  )
}

/** The fields that changed, as they were and as they are since. */
function Changes({ detail }: { detail: LogDetail }) {
  const { t } = useTranslation()
  const regions = useRegions()
  const { before, after } = detail
  const fields = changedFields(detail)
  if (fields.length === 0) return <p className={styles.faint}>{t('logEntry.nothing')}</p>
  const words = { t, regions, names: detail.names }
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('log.field.field')}</th>
          {before !== null && <th scope="col">{t('log.field.before')}</th>}
          {after !== null && <th scope="col">{t('log.field.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{fieldText(t, field)}</th>
            {before !== null && (
              <td className={after === null ? undefined : styles.before}>{valueText(words, field, before[field])}</td>
            )}
            {after !== null && (
              <td className={before === null ? undefined : styles.after}>{valueText(words, field, after[field])}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
