import { Button, Classes } from '@blueprintjs/core'
import { Circle, SmallCross, TickCircle } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { FirstStep } from '../../../domain/first-steps.ts'
import type { Summary } from '../../api/dashboard-summary.ts'
import type { SessionInfo } from '../../api/session-calls.ts'
import { askedRow } from '../lists/asked-row.ts'
import styles from './FirstSteps.module.css'

interface FirstStepsProps {
  user: SessionInfo
  steps: Summary['steps']
  onDismiss: () => void
}

/** Steps that are done with the form of a new row, which opens at once. */
const addsRow = new Set<FirstStep>(['box', 'shop', 'script'])

/** Where a step is done; undefined for shops of those who have no market yet. */
function placeOf(step: FirstStep, { modules: [market] }: SessionInfo): string | undefined {
  if (step === 'box') return '/box/'
  if (step === 'phones') return '/user/list'
  if (step === 'script') return '/services/list'
  if (step === 'shop' || step === 'open') return market && `/${market}/list`
  return '/user/add'
}

/** What somebody new does first, in order: the next one is the one with the filled button. */
export function FirstSteps({ user, steps, onDismiss }: FirstStepsProps) {
  const { t } = useTranslation()
  const next = steps.find(({ done }) => !done)
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">
          {t('firstSteps.title')}{' '}
          <span className={styles.number}>
            {t('firstSteps.progress', { done: steps.filter(({ done }) => done).length, total: steps.length })}
          </span>
        </h2>
        <Button
          variant="minimal"
          icon={<SmallCross />}
          aria-label={t('firstSteps.dismiss')}
          title={t('firstSteps.dismiss')}
          onClick={onDismiss}
        />
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const place = placeOf(step.name, user)
          // An agent gives phones to teams, a manager to people.
          const worded = step.name === 'phones' && user.role === 'agent' ? 'phonesOfAgent' : step.name
          return (
            <li key={step.name} className={styles.step} data-done={step.done}>
              {step.done ? <TickCircle title={t('firstSteps.done')} /> : <Circle title={t('firstSteps.open')} />}
              <div className={styles.text}>
                <strong>{t(`firstSteps.step.${worded}.title`)}</strong>
                {!step.done && (
                  <p>{place === undefined ? t('firstSteps.noMarket') : t(`firstSteps.step.${worded}.hint`)}</p>
                )}
                {!step.done && place !== undefined && (
                  <Link
                    to={place}
                    state={addsRow.has(step.name) ? askedRow() : undefined}
                    className={`${Classes.BUTTON} ${step === next ? Classes.INTENT_PRIMARY : Classes.OUTLINED}`}
                  >
                    {t(`firstSteps.step.${worded}.go`)}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
