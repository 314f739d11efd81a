import { Button, Callout } from '@blueprintjs/core'
import { Duplicate, Refresh, SocialMedia } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { fetchAccount, renewInviteCode, type AccountFacts } from '../../api/people.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { useConsole } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './UserAdd.module.css'

const input = { ask: (signal: AbortSignal) => fetchAccount(true, signal) }

/** The code with which others register below the operator, to be passed on; one that has come to strangers is replaced. */
export function InviteCard() {
  const { t } = useTranslation()
  const console = useConsole()
  const account = useScreenActor(oneAnswerMachine<AccountFacts>, { input })
  const renewal = useSingleCall<void, string>(() => account.send({ type: 'AGAIN' }))
  const code = useSelector(account, (now) => (now.matches('answered') ? now.context.answer?.inviteCode : undefined))
  const failure = useSelector(account, (now) => (now.matches('failed') ? now.context.failure : ''))
  return (
    <aside className={styles.invite} aria-label={t('people.invite.title')}>
      <h2>
        <SocialMedia size={14} /> {t('people.invite.title')}
      </h2>
      <p>{t('people.invite.hint')}</p>
      {failure === '' ? (
        <div className={styles.code}>
          <code>{code ?? '··········'}</code>
          <Button
            icon={<Duplicate />}
            text={t('people.invite.copy')}
            disabled={code === undefined}
            onClick={() => code !== undefined && console.send({ type: 'copy', text: code })}
          />
          <Button
            icon={<Refresh />}
            text={t('people.invite.renew')}
            disabled={code === undefined}
            loading={renewal.busy}
            onClick={() => code !== undefined && renewal.ask(code, renewInviteCode)}
          />
        </div>
      ) : (
        <Callout compact intent="danger" role="alert">
          {failure}
          <Button variant="minimal" text={t('table.retry')} onClick={() => account.send({ type: 'AGAIN' })} />
        </Callout>
      )}
      {renewal.asked !== undefined && (
        <ConfirmDialog
          title={t('people.invite.renewAsk')}
          loses={[t('people.invite.renewLoses', { code: renewal.asked })]}
          confirm={t('people.invite.renewAsk')}
          count={1}
          onConfirm={renewal.confirm}
          onCancel={renewal.cancel}
        />
      )}
    </aside>
  )
}
