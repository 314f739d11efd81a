import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { dashboardMachine } from '../../machines/dashboard.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { useCurrentUser, useFleetPatches } from '../session-context.tsx'
import { useScreenActor } from '../use-screen-actor.ts'
import { AccountCard } from './AccountCard.tsx'
import { BoxesCard } from './BoxesCard.tsx'
import styles from './Dashboard.module.css'

const counted: readonly { name: 'total' | 'in_use' | 'idle' | 'offline'; tone: Tone | undefined }[] = [
  { name: 'total', tone: undefined },
  { name: 'in_use', tone: 'ok' },
  { name: 'idle', tone: 'idle' },
  { name: 'offline', tone: 'off' },
]

/** The first screen after sign-in: the fleet at a glance, and the way to it. */
export function Dashboard() {
  const { t, i18n } = useTranslation()
  const user = useCurrentUser()
  const listsBoxes = user.role === 'admin' || user.role === 'security' || user.role === 'agent'
  const hearPatches = useFleetPatches()
  const dashboard = useScreenActor(dashboardMachine, { input: { listsBoxes, hearPatches } })
  const overview = useSelector(dashboard, (now) => now.context.overview)
  const failure = useSelector(dashboard, (now) => now.context.failure)

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('dashboard.greeting', { name: user.user_name })}</h1>
        <Link to="/device/list" className={styles.next}>
          {t('dashboard.openList')}
          <span aria-hidden="true">→</span>
        </Link>
      </header>

      {failure !== '' && (
        <p className={styles.failure} role="alert">
          {t('dashboard.failed', { message: failure })}
          <button type="button" onClick={() => dashboard.send({ type: 'refresh' })}>
            {t('dashboard.retry')}
          </button>
        </p>
      )}

      <section aria-label={t('dashboard.phones')}>
        <dl className={styles.counts}>
          {counted.map(({ name, tone }) => (
            <div key={name} className={styles.count}>
              <dt>
                {tone === undefined ? (
                  t(`dashboard.counts.${name}`)
                ) : (
                  <StatusTag tone={tone} text={t(`dashboard.counts.${name}`)} />
                )}
              </dt>
              <dd aria-busy={overview === undefined}>{overview?.[name].toLocaleString(i18n.language) ?? '–'}</dd>
            </div>
          ))}
        </dl>
        {overview?.total === 0 && (
          <p className={styles.empty}>
            <b>{t('dashboard.noPhones')}</b> {t('dashboard.noPhonesHint')}
          </p>
        )}
      </section>

      <div className={styles.columns}>
        {listsBoxes && <BoxesCard overview={overview} />}
        <AccountCard user={user} />
      </div>
    </div>
  )
}
