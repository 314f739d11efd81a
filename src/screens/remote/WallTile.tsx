import { Button } from '@blueprintjs/core'
import { Minimize } from '@blueprintjs/icons'
import { Link } from 'react-router-dom'
import { mayControlPhones } from '../../../domain/roles.ts'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { phaseOf } from '../../machines/remote-phase.ts'
import type { WallPhone } from '../../machines/remote-wall.ts'
import { PhoneView } from '../../ui/PhoneView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useCurrentUser } from '../session-context.tsx'
import { phaseTone } from './phase-tone.ts'
import { sizeOfResolution } from './picture-size.ts'
import { SessionFigures } from './SessionFigures.tsx'
import styles from './WallTile.module.css'

export interface WallTileProps {
  phone: WallPhone
  /** It is the only one, and stands large already. */
  isAlone: boolean
  isEnlarged: boolean
  onEnlarge: () => void
  onShrink: () => void
}

/** One phone of the wall: its picture, its name, and its state in words. */
export function WallTile({ phone, isAlone, isEnlarged, onEnlarge, onShrink }: WallTileProps) {
  const { t } = useTranslation()
  const { session } = phone
  const { role } = useCurrentUser()
  const phase = useSelector(session, phaseOf)
  const player = useSelector(session, ({ context }) => context.player)
  const size = useSelector(session, ({ context }) => context.size) ?? sizeOfResolution(phone.resolution)
  const name = phone.name === '' ? t('remote.wall.phone', { id: phone.id }) : phone.name
  const isLarge = isAlone || isEnlarged
  const isLive = phase === 'live' || phase === 'observing'
  const state = t(`remote.phase.${phase}`)

  return (
    <article className={styles.tile} data-enlarged={isEnlarged || undefined} aria-label={name}>
      <div className={styles.picture}>
        <PhoneView
          small={!isLarge}
          label={t('remote.screenOf', { name })}
          size={size}
          player={player}
          curtain={isLive ? undefined : <span className={styles.state}>{state}</span>}
        />
        {!isLarge && (
          <button
            type="button"
            className={styles.enlarge}
            aria-label={t('remote.wall.enlarge', { name })}
            onClick={onEnlarge}
          />
        )}
      </div>
      <footer className={styles.caption}>
        <span className={styles.name}>{name}</span>
        <StatusTag tone={phaseTone[phase]} text={isLive ? t('remote.phase.live') : state} />
        {isLarge && <SessionFigures session={session} />}
        {isLarge && mayControlPhones(role) && (
          <Link to={`/device1/remotely?id=${phone.id}`}>{t('remote.wall.operate')}</Link>
        )}
        {isEnlarged && (
          <Button autoFocus size="small" icon={<Minimize />} text={t('remote.wall.shrink')} onClick={onShrink} />
        )}
      </footer>
    </article>
  )
}
