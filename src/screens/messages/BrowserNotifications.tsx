import { Switch } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { SnapshotFrom } from 'xstate'
import { browserNotificationsMachine } from '../../machines/messages/browser-notifications.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './BrowserNotifications.module.css'

type Snapshot = SnapshotFrom<typeof browserNotificationsMachine>

const steps = ['look', 'turnOn', 'turnOff'] as const

/** Which text says how it stands; undefined where something has failed. */
function textOf(now: Snapshot) {
  if (now.matches('off')) return 'pushing.hint'
  const said = ['looking', 'unsupported', 'denied', 'turningOn', 'on', 'turningOff'] as const
  const state = said.find((one) => now.matches(one))
  return state && (`pushing.${state}` as const)
}

const isOffered = (now: Snapshot): boolean =>
  now.matches('off') || now.matches('turningOn') || now.matches('on') || now.matches('turningOff')

const isTried = (now: Snapshot): boolean => now.matches('on') || now.matches('turningOn')

/** 浏览器通知: whether this browser tells of messages also while no console is open in it. */
export function BrowserNotifications() {
  const { t } = useTranslation()
  const notifications = useScreenActor(browserNotificationsMachine)
  const text = useSelector(notifications, textOf)
  const failed = useSelector(notifications, (now) => steps.find((step) => now.matches({ failed: step })))
  const failure = useSelector(notifications, ({ context }) => context.failure)
  const hasSwitch = useSelector(notifications, isOffered)
  const isOn = useSelector(notifications, isTried)
  const isBusy = useSelector(notifications, (now) => now.matches('turningOn') || now.matches('turningOff'))
  const mayRetry = useSelector(notifications, (now) => now.can({ type: 'RETRY' }))
  return (
    <section className={styles.notifications} aria-labelledby="browser-notifications">
      <div>
        <b id="browser-notifications">{t('pushing.title')}</b>
        {text && (
          <p id="browser-notifications-now" aria-live="polite">
            {t(text)}
          </p>
        )}
        {failed && (
          <p className={styles.failure} role="alert">
            {t(`pushing.failed.${failed}`, { message: failure })}
          </p>
        )}
      </div>
      {hasSwitch && (
        <Switch
          className={styles.switch}
          role="switch"
          checked={isOn}
          aria-labelledby="browser-notifications"
          aria-describedby="browser-notifications-now"
          aria-busy={isBusy}
          onChange={() => notifications.send({ type: isOn ? 'TURN_OFF' : 'TURN_ON' })}
        />
      )}
      {mayRetry && (
        <button type="button" className={styles.retry} onClick={() => notifications.send({ type: 'RETRY' })}>
          {t('messages.retry')}
        </button>
      )}
    </section>
  )
}
