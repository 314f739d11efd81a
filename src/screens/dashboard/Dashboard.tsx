import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { speakOf } from '../../i18n/i18n.ts'
import { dashboardMachine } from '../../machines/dashboard/dashboard.ts'
import { useCurrentUser, useFleetPatches, useFleetReturns } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { AccountCard } from './AccountCard.tsx'
import { BoxesCard } from './BoxesCard.tsx'
import { ExpiringCard } from './ExpiringCard.tsx'
import { Figures } from './Figures.tsx'
import { FirstStepsPlace } from './FirstStepsPlace.tsx'
import { RecentCard } from './RecentCard.tsx'
import { StatusCard } from './StatusCard.tsx'
import { UseCard } from './UseCard.tsx'
import styles from './Dashboard.module.css'

// An installation that never was a demo does without it.
const SampleData = lazy(async () => {
  const [file] = await Promise.all([import('./SampleData.tsx'), speakOf('first steps')])
  return { default: file.SampleData }
})

/** The first screen after sign-in: the fleet at a glance, and the way to each part of it. */
export function Dashboard() {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const hearPatches = useFleetPatches()
  const hearReturns = useFleetReturns()
  const dashboard = useScreenActor(dashboardMachine, { input: { hearPatches, hearReturns } })
  const summary = useSelector(dashboard, (now) => now.context.summary)
  const failure = useSelector(dashboard, (now) => now.context.failure)
  const hasPeople = user.role !== 'element'

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

      {summary?.samples === true && (
        <Suspense fallback={null}>
          <SampleData onCleared={() => dashboard.send({ type: 'refresh' })} />
        </Suspense>
      )}
      {summary && <FirstStepsPlace user={user} steps={summary.steps} />}
      {summary && <AttentionCard summary={summary} onActed={() => dashboard.send({ type: 'refresh' })} />}
      <Figures user={user} summary={summary} isAwaited={failure === ''} />
      <div className={styles.cards}>
        <UseCard summary={summary} />
        <StatusCard summary={summary} />
        <BoxesCard summary={summary} />
        <div className={styles.side}>
          {hasPeople && <ExpiringCard summary={summary} />}
          <AccountCard user={user} />
        </div>
        {hasPeople && <RecentCard summary={summary} />}
      </div>
    </div>
  )
}
