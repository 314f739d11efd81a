import { Duplicate } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { needsService } from '../../../domain/service.ts'
import { fetchAccount, type AccountFacts, type ContactCard } from '../../api/people.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { mayCall } from '../../permissions.ts'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { useConsole } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { SubscriptionBadge } from '../shell/SubscriptionBadge.tsx'
import styles from './Card.module.css'

/** Who is signed in, as what, and for how long still; whom to turn to, and the code to invite others with. */
export function AccountCard({ user }: { user: SessionInfo }) {
  const { t } = useTranslation()
  const console = useConsole()
  const invites = mayCall(user.role, 'userInviteCode')
  const account = useScreenActor(oneAnswerMachine<AccountFacts>, {
    input: { ask: (signal) => fetchAccount(invites, signal) },
    key: invites,
  })
  const loaded = useSelector(account, (now) => now.context.answer)
  const failure = useSelector(account, (now) => (now.matches('failed') ? now.context.failure : ''))

  const modules = user.modules.map((market) => t(`environments.names.${market}`))
  const code = loaded?.inviteCode
  const facts: readonly { name: FactName; value: ReactNode }[] = [
    { name: 'userName', value: user.user_name },
    { name: 'userId', value: <code>{user.id}</code> },
    { name: 'role', value: t(`roles.${user.role}`) },
    { name: 'modules', value: modules.length === 0 ? t('dashboard.noModules') : modules.join(' · ') },
    ...(needsService(user) ? [{ name: 'service', value: <SubscriptionBadge /> } as const] : []),
    ...(loaded?.contact ? [{ name: 'contact', value: <Contact card={loaded.contact} /> } as const] : []),
    ...(code === undefined
      ? []
      : [
          {
            name: 'inviteCode',
            value: (
              <span className={styles.copyable}>
                <code>{code}</code>
                <GhostButton
                  label={t('dashboard.copyInviteCode')}
                  onClick={() => console.send({ type: 'copy', text: code })}
                >
                  <Duplicate size={12} />
                </GhostButton>
              </span>
            ),
          } as const,
        ]),
  ]
  return (
    <section className={styles.card} aria-labelledby="account">
      <h2 id="account">{t('dashboard.account')}</h2>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{t(`dashboard.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {failure !== '' && (
        <p className={styles.more} role="alert">
          {t('dashboard.failed', { message: failure })}{' '}
          <button type="button" className={styles.retry} onClick={() => account.send({ type: 'AGAIN' })}>
            {t('dashboard.retry')}
          </button>
        </p>
      )}
    </section>
  )
}

type FactName = 'userName' | 'userId' | 'role' | 'modules' | 'service' | 'contact' | 'inviteCode'

/** The contact card of whoever is above; what is not known of it is left out. */
function Contact({ card }: { card: ContactCard }) {
  const known = [card.contact_name, card.phone, card.email].filter((text) => text !== '')
  return (
    <>
      {card.user_name}
      {known.length > 0 && <span className={styles.reach}>{known.join(' · ')}</span>}
    </>
  )
}
