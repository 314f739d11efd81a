import { Button, Callout, Dialog, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { verifyLog, type LogVerdict } from '../../api/log.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './LogCheck.module.css'

/** Has the chain of the log followed, and tells where it is broken. */
export function LogCheck({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [machine] = useState(() => oneAnswerMachine<LogVerdict>())
  const check = useScreenActor(machine, { input: { ask: verifyLog } })
  const now = useSelector(check, (snapshot) => snapshot)
  const isChecking = now.matches('asking')
  return (
    <Dialog isOpen title={t('log.check.title')} className={styles.dialog} onClose={onClose}>
      <DialogBody className={styles.body}>
        {isChecking && (
          <>
            <p role="status">{t('log.check.checking')}</p>
            <ProgressBar aria-label={t('log.check.title')} />
          </>
        )}
        {now.matches('failed') && (
          <Callout intent="danger" role="alert">
            {t('log.check.failed', { message: now.context.failure })}
          </Callout>
        )}
        {now.matches('answered') && now.context.answer !== undefined && <Verdict verdict={now.context.answer} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('log.check.close')} onClick={onClose} />
            <Button
              intent="primary"
              loading={isChecking}
              text={t('log.check.again')}
              onClick={() => check.send({ type: 'AGAIN' })}
            />
          </>
        }
      />
    </Dialog>
  )
}

function Verdict({ verdict: { whole, checked, gaps, head } }: { verdict: LogVerdict }) {
  const { t } = useTranslation()
  return (
    <>
      <Callout intent={whole ? 'success' : 'danger'} role={whole ? 'status' : 'alert'}>
        {whole ? t('log.check.whole', { count: checked }) : t('log.check.broken', { count: gaps.length, checked })}
      </Callout>
      {gaps.length > 0 && (
        <ul className={styles.gaps}>
          {gaps.map(({ id, after_id, kind }) => (
            <li key={id}>{t(`log.check.${kind}`, { id, after: after_id })}</li>
          ))}
        </ul>
      )}
      {head !== null && (
        <p className={styles.head}>
          {t('log.check.head', { id: head.id })} <code>{head.hash}</code>
          <br />
          {t('log.check.headHint')}
        </p>
      )}
    </>
  )
}
