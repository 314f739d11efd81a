import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { logCheckMachine } from '../../machines/log/log-check.ts'
import type { LogCheck as Check, LogVerdict } from '../../api/log.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './LogCheck.module.css'

/** Has the chain of the log followed, tells how far that is, and where the chain is broken. */
export function LogCheck({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const checking = useScreenActor(logCheckMachine)
  const now = useSelector(checking, (snapshot) => snapshot)
  const { check, failure } = now.context
  const isOver = now.can({ type: 'AGAIN' })
  return (
    <Dialog isOpen title={t('logCheck.title')} className={styles.dialog} onClose={onClose}>
      <DialogBody className={styles.body}>
        {!isOver && <Progress check={check} />}
        {now.matches('interrupted') && (
          <Callout intent="danger" role="alert">
            {t('logCheck.interrupted')}
          </Callout>
        )}
        {now.matches('failed') && (
          <Callout intent="danger" role="alert">
            {t('logCheck.failed', { message: failure })}
          </Callout>
        )}
        {now.matches('done') && check?.verdict && <Verdict verdict={check.verdict} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('logCheck.close')} onClick={onClose} />
            <Button
              intent="primary"
              loading={!isOver}
              text={t('logCheck.again')}
              onClick={() => checking.send({ type: 'AGAIN' })}
            />
          </>
        }
      />
    </Dialog>
  )
}

function Progress({ check }: { check: Check | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status">{t('logCheck.checking')}</p>
      <ProgressBar
        aria-label={t('logCheck.title')}
        value={check === undefined || check.total === 0 ? undefined : check.checked / check.total}
      />
      {check !== undefined && (
        <p className={styles.head}>{t('logCheck.progress', { count: check.total, checked: check.checked })}</p>
      )}
    </>
  )
}

function Verdict({ verdict: { whole, checked, waiting, gaps, head } }: { verdict: LogVerdict }) {
  const { t } = useTranslation()
  return (
    <>
      <Callout intent={whole ? 'success' : 'danger'} role={whole ? 'status' : 'alert'}>
        {whole ? t('logCheck.whole', { count: checked }) : t('logCheck.broken', { count: gaps.length, checked })}
      </Callout>
      {gaps.length > 0 && (
        <ul className={styles.gaps}>
          {gaps.map(({ id, after_id, kind }) => (
            <li key={`${id} ${kind}`}>{t(`logCheck.${kind}`, { id, after: after_id })}</li>
          ))}
        </ul>
      )}
      {waiting > 0 && <p className={styles.head}>{t('logCheck.waiting', { count: waiting })}</p>}
      {head !== null && (
        <p className={styles.head}>
          {t('logCheck.head', { id: head.id })} <code>{head.hash}</code>
          <br />
          {t('logCheck.headHint')}
        </p>
      )}
    </>
  )
}
