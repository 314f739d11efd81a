import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { fetchHolders, type DeviceHolders } from '../../api/device-holders.ts'
import type { DeviceQuery } from '../../api/devices.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import styles from './Interrupted.module.css'

type Holder = DeviceHolders['items'][number]

/** Who has phones that something is about to be done with: whom it interrupts, and on whose phones it fails. */
export function Interrupted({ target }: { target: BatchTarget<DeviceQuery> }) {
  const { t } = useTranslation()
  const asked = useScreenActor(oneAnswerMachine<DeviceHolders>, {
    key: target,
    input: { ask: (signal) => fetchHolders(target, signal) },
  })
  const { answer, failure } = useSelector(asked, ({ context }) => context)
  const names = (items: readonly Holder[]) =>
    items.map(({ user_name: name, phones }) => t('outcomes.holder', { name, count: phones })).join(t('outcomes.and'))
  const interrupted = answer?.items.filter(({ gives_way }) => gives_way) ?? []
  const spared = answer?.items.filter(({ gives_way }) => !gives_way) ?? []
  const unnamed = (answer?.held ?? 0) - (answer?.items.reduce((sum, { phones }) => sum + phones, 0) ?? 0)
  return (
    <div className={styles.interrupted} aria-live="polite" aria-busy={answer === undefined && failure === ''}>
      {answer === undefined && (failure === '' ? t('outcomes.asking') : t('outcomes.unknown', { message: failure }))}
      {answer?.held === 0 && t('outcomes.nobody')}
      {interrupted.length > 0 && (
        <strong className={styles.who}>{t('outcomes.interrupts', { names: names(interrupted) })}</strong>
      )}
      {spared.length > 0 && <span>{t('outcomes.spares', { names: names(spared) })}</span>}
      {unnamed > 0 && <span>{t('outcomes.unnamed', { count: unnamed })}</span>}
    </div>
  )
}
