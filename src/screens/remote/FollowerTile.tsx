import { Button } from '@blueprintjs/core'
import { Crown, Hand, Pause, Play, Refresh } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { phaseOf } from './remote-phase.ts'
import type { RemoteSnapshot } from '../../machines/remote/remote-session.ts'
import type { Member, SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { PhoneView } from '../../ui/PhoneView.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { phaseTone } from './phase-tone.ts'
import { sizeOfResolution } from './frame-size.ts'
import styles from './FollowerTile.module.css'
import { reasonText } from '../../../texts/reason.ts'

const lagOf = ({ context: { figures } }: RemoteSnapshot): number | null => {
  const lag = figures?.response ?? null
  return lag === null ? null : Math.max(1, Math.round(lag))
}

/** A phone that follows: its video, how far it lags, whether it fails and why, and what may be done about it. */
export function FollowerTile({ member, control }: { member: Member; control: SynchronisedControl }) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const { id, name, resolution, session, isPaused, missed, objection } = member
  const phase = useSelector(session, phaseOf)
  const player = useSelector(session, ({ context }) => context.player)
  const size = useSelector(session, ({ context }) => context.size) ?? sizeOfResolution(resolution)
  const lag = useSelector(session, lagOf)
  const holder = useSelector(session, ({ context }) => context.holder)
  const kept = useSelector(session, ({ context }) => context.reason)
  const isHeld = useSelector(session, (snapshot) => snapshot.matches('contested'))
  const mayTakeOver = useSelector(session, (snapshot) => snapshot.can({ type: 'take over' }))
  const mayRetry = useSelector(session, (snapshot) => snapshot.can({ type: 'retry' }))

  const isLive = phase === 'live'
  const state: { tone: Tone; text: string } =
    isLive && isPaused
      ? { tone: 'idle', text: t('remote.sync.paused') }
      : isLive
        ? { tone: 'ok', text: t('remote.sync.follows') }
        : phase === 'observing'
          ? { tone: 'warn', text: t('remote.sync.observes') }
          : { tone: phaseTone[phase], text: t(`remote.phase.${phase}`) }
  const heldBy =
    holder?.id === user.id
      ? t('remote.sync.heldBySelf')
      : t('remote.sync.heldBy', { name: holder?.user_name ?? t('remote.sync.somebody') })
  const reason = isHeld ? heldBy : reasonText(t, isLive ? objection : kept)

  return (
    <article className={styles.tile} aria-label={name} data-fails={!isLive || undefined}>
      <div className={styles.video}>
        <PhoneView
          small
          label={t('remote.screenOf', { name })}
          size={size}
          player={player}
          isFaded={!isLive || isPaused}
          overlay={isLive || reason === '' ? undefined : <span className={styles.reason}>{reason}</span>}
        />
      </div>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        {isLive && (
          <span className={styles.lag} title={t('remote.sync.lagHint')}>
            {lag === null ? t('remote.sync.lagUnknown') : t('remote.sync.lag', { ms: lag })}
          </span>
        )}
      </div>
      <div className={styles.line}>
        <StatusTag {...state} />
        {missed > 0 && (
          <span className={styles.missed} title={isLive ? reason : undefined}>
            {t('remote.sync.missed', { n: missed })}
          </span>
        )}
      </div>
      <div className={styles.acts}>
        {isPaused ? (
          <Button
            size="small"
            icon={<Play />}
            aria-label={t('remote.sync.resumeNamed', { name })}
            title={t('remote.sync.resume')}
            onClick={() => control.send({ type: 'resume', id })}
          />
        ) : (
          <Button
            size="small"
            icon={<Pause />}
            aria-label={t('remote.sync.pauseNamed', { name })}
            title={t('remote.sync.pause')}
            onClick={() => control.send({ type: 'pause', id })}
          />
        )}
        <Button
          size="small"
          icon={<Crown />}
          aria-label={t('remote.sync.leadNamed', { name })}
          title={t('remote.sync.lead')}
          onClick={() => control.send({ type: 'lead', id })}
        />
        {mayTakeOver && (
          <Button
            size="small"
            intent="warning"
            icon={<Hand />}
            aria-label={t('remote.sync.takeOverNamed', { name })}
            title={t('remote.sync.takeOver')}
            onClick={() => control.send({ type: 'take over', ids: [id] })}
          />
        )}
        {mayRetry && (
          <Button
            size="small"
            icon={<Refresh />}
            aria-label={t('remote.sync.retryNamed', { name })}
            title={t('remote.act.retry')}
            onClick={() => control.send({ type: 'retry', id })}
          />
        )}
      </div>
    </article>
  )
}
