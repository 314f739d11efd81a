import { useTranslation } from 'react-i18next'
import type { SessionInfo } from '../../machines/session.ts'
import { SubscriptionBadge } from '../shell/SubscriptionBadge.tsx'
import styles from './Card.module.css'

/** Who is signed in, as what, and for how long still. */
export function AccountCard({ user }: { user: SessionInfo }) {
  const { t } = useTranslation()
  const modules = user.modules.map((market) => t(`dashboard.markets.${market}`))
  const facts = [
    { name: 'userName', value: user.user_name },
    { name: 'userId', value: <code>{user.id}</code> },
    { name: 'role', value: t(`roles.${user.role}`) },
    { name: 'modules', value: modules.length === 0 ? t('dashboard.noModules') : modules.join(' · ') },
    ...(user.expiration === 0 ? [] : [{ name: 'service', value: <SubscriptionBadge /> } as const]),
  ] as const
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
    </section>
  )
}
