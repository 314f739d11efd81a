import { Button } from '@blueprintjs/core'
import { Crown, Minimize, Tick } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { mayControlPhones } from '../../../domain/roles.ts'
import { phaseOf } from './remote-phase.ts'
import type { RemoteSession } from '../../machines/remote/remote-session.ts'
import type { WallPhone } from '../../machines/remote/remote-wall.ts'
import type { SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { deskOf } from '../../routes.ts'
import { PhoneView } from '../../ui/PhoneView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { phaseTone } from './phase-tone.ts'
import { sizeOfResolution } from './frame-size.ts'
import { SessionFigures } from './SessionFigures.tsx'
import styles from './WallTile.module.css'
import { reasonText } from '../../../texts/reason.ts'

interface WallTileProps {
  phone: WallPhone
  control: SynchronisedControl
  /** It is the only one, and stands large already. */
  isAlone: boolean
  isEnlarged: boolean
  onEnlarge: () => void
  onShrink: () => void
}

/** There is no video while nobody sees it. */
const noVideo = { showIn: () => undefined }

/** One phone of the wall: its video, its name, and its state in words. */
export function WallTile({ phone, ...tile }: WallTileProps) {
  const { t } = useTranslation()
  const { session } = phone
  const name = phone.name === '' ? t('remote.wall.phone', { id: phone.id }) : phone.name
  if (session) return <WatchedTile {...tile} phone={phone} name={name} session={session} />
  return (
    <article className={styles.tile} aria-label={name}>
      <div className={styles.video}>
        <PhoneView
          small
          label={t('remote.screenOf', { name })}
          size={sizeOfResolution(phone.resolution)}
          player={noVideo}
        />
      </div>
      <footer className={styles.caption}>
        <Name phone={phone} name={name} />
      </footer>
    </article>
  )
}

/** What the phone is called, and the shop that is open on it. */
function Name({ phone: { environment }, name }: Pick<WallTileProps, 'phone'> & { name: string }) {
  const { t } = useTranslation()
  const shop = environment && `${t(`environments.names.${environment.market}`)} · ${environment.name}`
  return (
    <span className={styles.name} title={shop ?? undefined}>
      {name}
      {environment && <span className={styles.shop}>{environment.name}</span>}
    </span>
  )
}

interface WatchedTileProps extends WallTileProps {
  name: string
  session: RemoteSession
}

function WatchedTile({ phone, name, session, control, isAlone, isEnlarged, onEnlarge, onShrink }: WatchedTileProps) {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const phase = useSelector(session, phaseOf)
  const player = useSelector(session, ({ context }) => context.player)
  const size = useSelector(session, ({ context }) => context.size) ?? sizeOfResolution(phone.resolution)
  const reason = reasonText(
    t,
    useSelector(session, ({ context }) => context.reason),
  )
  const isChoosing = useSelector(control, (snapshot) => snapshot.matches('choosing'))
  const isLarge = isAlone || isEnlarged
  const isLive = phase === 'live' || phase === 'observing'
  const state = t(`remote.phase.${phase}`)

  return (
    <article className={styles.tile} aria-label={name}>
      <div className={styles.video}>
        <PhoneView
          small={!isLarge}
          label={t('remote.screenOf', { name })}
          size={size}
          player={player}
          isFaded={!isLive}
          overlay={
            isLive ? undefined : (
              <span className={styles.state}>
                {state}
                {reason !== '' && <small className={styles.reason}>{reason}</small>}
              </span>
            )
          }
        />
        {isChoosing && <Choosing phone={phone} name={name} control={control} />}
        {!isChoosing && !isAlone && (
          <button
            type="button"
            className={styles.press}
            data-press
            data-enlarged={isEnlarged || undefined}
            aria-label={isEnlarged ? `${t('remote.wall.shrink')} ${name}` : t('remote.wall.enlarge', { name })}
            onClick={isEnlarged ? onShrink : onEnlarge}
          />
        )}
      </div>
      <footer className={styles.caption} data-large={isLarge || undefined}>
        <Name phone={phone} name={name} />
        {isChoosing && phone.in_use_by !== null ? (
          <StatusTag tone="warn" text={t('remote.sync.usedBy', { name: phone.in_use_by.user_name })} />
        ) : (
          <StatusTag tone={phaseTone[phase]} text={isLive ? t('remote.phase.live') : state} />
        )}
        {isLarge && <SessionFigures session={session} />}
        {isLarge && mayControlPhones(role) && <Link to={deskOf(phone.id)}>{t('remote.wall.operate')}</Link>}
        {isEnlarged && <Button size="small" icon={<Minimize />} text={t('remote.wall.shrink')} onClick={onShrink} />}
      </footer>
    </article>
  )
}

/** Whether the phone takes part in what is operated together, and whether it leads. */
function Choosing({ phone, name, control }: { phone: WallPhone; name: string; control: SynchronisedControl }) {
  const { t } = useTranslation()
  const { session: _session, ...entry } = phone
  const { id } = entry
  const isChosen = useSelector(control, ({ context }) => context.chosen.some((each) => each.id === id))
  const isLeader = useSelector(control, ({ context }) => context.leader === id)
  return (
    <>
      <button
        type="button"
        className={styles.press}
        data-press
        data-chosen={isChosen || undefined}
        aria-pressed={isChosen}
        aria-label={t('remote.sync.choose', { name })}
        onClick={() => control.send({ type: 'toggle', phone: { ...entry, name } })}
      >
        {isChosen && (
          <span className={styles.mark}>
            <Tick />
          </span>
        )}
      </button>
      {isChosen && (
        <Button
          className={styles.lead}
          size="small"
          intent={isLeader ? 'primary' : 'none'}
          icon={<Crown size={12} />}
          aria-pressed={isLeader}
          aria-label={t('remote.sync.leadNamed', { name })}
          text={isLeader ? t('remote.sync.leader') : t('remote.sync.lead')}
          onClick={() => control.send({ type: 'lead', id })}
        />
      )}
    </>
  )
}
