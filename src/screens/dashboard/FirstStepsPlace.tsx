import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import type { Summary } from '../../api/dashboard-summary.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { browserStorage, firstStepsMachine } from '../../machines/dashboard/first-steps.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './FirstStepsPlace.module.css'

// Whoever has begun long ago does without it; the others get it once the summary is there, which says that they need it.
const FirstSteps = lazy(async () => {
  const [file] = await Promise.all([import('./FirstSteps.tsx'), speakOf('first steps')])
  return { default: file.FirstSteps }
})

/** What somebody new does first, while any of it is left to do and it was not waved away; its place is kept until it comes. */
export function FirstStepsPlace({ user, steps }: { user: SessionInfo; steps: Summary['steps'] }) {
  const actor = useScreenActor(firstStepsMachine, { key: user.id, input: { storage: browserStorage(user.id) } })
  const isOffered = useSelector(actor, (now) => now.matches('offered'))
  if (!isOffered || steps.every(({ done }) => done)) return null
  return (
    <div className={styles.place}>
      <Suspense fallback={null}>
        <FirstSteps user={user} steps={steps} onDismiss={() => actor.send({ type: 'DISMISS' })} />
      </Suspense>
    </div>
  )
}
