import { Button, Tag } from '@blueprintjs/core'
import { ChevronLeft, Circle, Crown, Square } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { ControlMessage } from '../../../domain/stream-protocol.ts'
import { phaseOf, type RemotePhase } from './remote-phase.ts'
import type { Member, SynchronisedControl } from '../../machines/remote/synchronised-control.ts'
import { androidKeys } from '../../ui/phone-keys.ts'
import { PhoneView } from '../../ui/PhoneView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useCurrentUser } from '../session/session-context.tsx'
import { IdleNotice } from './IdleNotice.tsx'
import { LeaderTextField } from './LeaderTextField.tsx'
import { phaseTone } from './phase-tone.ts'
import { sizeOfResolution } from './frame-size.ts'
import { SessionOverlay } from './SessionOverlay.tsx'
import { SessionFigures } from './SessionFigures.tsx'
import styles from './LeaderPanel.module.css'

const press = (keycode: number): readonly ControlMessage[] => [
  { type: 'key', action: 'down', keycode, meta: 0 },
  { type: 'key', action: 'up', keycode, meta: 0 },
]
const buttons = [
  { name: 'back', icon: <ChevronLeft />, messages: [{ type: 'back' }] },
  { name: 'home', icon: <Circle />, messages: press(androidKeys.home) },
  { name: 'recents', icon: <Square />, messages: press(androidKeys.recents) },
] as const

/** What a leader without a video may yet recover from by itself. */
const beginnings: ReadonlySet<RemotePhase> = new Set(['asking', 'connecting', 'waiting'])

/** The phone that the operator's hands are on, and what is sent to all without touching it. */
export function LeaderPanel({
  leader,
  successor,
  control,
}: {
  leader: Member
  /** Who can lead in its place. */
  successor: Member | undefined
  control: SynchronisedControl
}) {
  const { t } = useTranslation()
  const user = useCurrentUser()
  const { id, name, session, resolution } = leader
  const phase = useSelector(session, phaseOf)
  const player = useSelector(session, ({ context }) => context.player)
  const size = useSelector(session, ({ context }) => context.size) ?? sizeOfResolution(resolution)
  const isCovered = phase !== 'live' && phase !== 'observing'
  const text = useSelector(control, ({ children }) => children.text)
  const gesture = (message: ControlMessage) => control.send({ type: 'gesture', message })

  return (
    <section className={styles.panel} aria-label={t('remote.screenOf', { name })}>
      <header className={styles.header}>
        <Tag minimal intent="primary" icon={<Crown size={12} />}>
          {t('remote.sync.leader')}
        </Tag>
        <h2 className={styles.name}>{name}</h2>
        <StatusTag tone={phaseTone[phase]} text={t(`remote.phase.${phase}`)} />
        {isCovered && !beginnings.has(phase) && successor !== undefined && (
          <Button
            size="small"
            intent="primary"
            icon={<Crown />}
            text={t('remote.sync.replaceBy', { name: successor.name })}
            onClick={() => control.send({ type: 'lead', id: successor.id })}
          />
        )}
        <SessionFigures key={id} session={session} />
      </header>
      <IdleNotice key={id} session={session} onGoOn={() => control.send({ type: 'go on' })} />
      <div className={styles.video}>
        <PhoneView
          key={id}
          label={t('remote.screenOf', { name })}
          size={size}
          player={player}
          onGesture={gesture}
          overlay={isCovered ? <SessionOverlay session={session} userId={user.id} /> : undefined}
        />
      </div>
      <div className={styles.buttons} role="toolbar" aria-label={t('remote.button.label')}>
        {buttons.map(({ name, icon, messages }) => (
          <Button
            key={name}
            variant="outlined"
            icon={icon}
            aria-label={t(`remote.button.${name}`)}
            title={t(`remote.button.${name}`)}
            onMouseDown={(event) => event.preventDefault() /* The caret stays in the phone. */}
            onClick={() => messages.forEach(gesture)}
          />
        ))}
        {text && <LeaderTextField text={text} name={name} />}
      </div>
    </section>
  )
}
