import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhoneChange } from '../../machines/remote/phone-change.ts'
import type { PhoneFile } from '../../machines/remote/phone-file.ts'
import type { RemoteDesk } from '../../machines/remote/remote-desk.ts'
import { mayRelease, phaseOf } from './remote-phase.ts'
import { warningOf } from '../../machines/remote/shop-desk.ts'
import type { RemoteSnapshot } from '../../machines/remote/remote-session.ts'
import { PhoneView, type PhoneViewHandle } from '../../ui/PhoneView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import type { FrameSize } from '../../video/video-painter.ts'
import type { VideoPlayer } from '../../video/video-player.ts'
import frame from './RemotePart.module.css'
import styles from './PhonePanel.module.css'
import { toggleFullScreen, useIsFullScreen } from './full-screen.ts'
import { phaseTone } from './phase-tone.ts'
import { AddressWarning } from './AddressWarning.tsx'
import { IdleNotice } from './IdleNotice.tsx'
import { DropTarget } from './DropTarget.tsx'
import { PhoneFileNotice } from './PhoneFileNotice.tsx'
import { PhoneButtons } from './PhoneButtons.tsx'
import { PictureButtons } from './PictureButtons.tsx'
import { QualityChooser } from './QualityChooser.tsx'
import { RecordingMark } from './RecordingMark.tsx'
import { SessionOverlay } from './SessionOverlay.tsx'
import { ShopCheck } from './ShopCheck.tsx'
import { SessionFigures } from './SessionFigures.tsx'

interface PhonePanelProps {
  desk: RemoteDesk
  /** The phone's name; its number until that is known. */
  name: string
  /** The video's size until the first frame tells it. */
  expectedSize: FrameSize
  userId: number
  /** Takes files for the phone. */
  file: PhoneFile
  /** Opens what is open on the phone on another one. */
  change: PhoneChange
}

const takesControl = (snapshot: RemoteSnapshot): boolean => snapshot.can({ type: 'control', message: { type: 'back' } })
const mayTakeControl = (snapshot: RemoteSnapshot): boolean =>
  snapshot.context.mode === 'observe' && snapshot.can({ type: 'take control' })
const playerOf = ({ context }: RemoteSnapshot): VideoPlayer => context.player
const covers = (snapshot: RemoteSnapshot): boolean => !snapshot.matches({ attached: 'live' })

/** The operated phone: its state in words, its video, and its buttons. */
export function PhonePanel({ desk, name, expectedSize, userId, file, change }: PhonePanelProps) {
  const { t } = useTranslation()
  // They are the desk's for as long as it lives.
  const { session, governor, shot, recording, shop } = desk.getSnapshot().context
  const panel = useRef<HTMLElement>(null)
  const view = useRef<PhoneViewHandle>(null)
  const isFullScreen = useIsFullScreen()
  const phase = useSelector(session, phaseOf)
  const isControlled = useSelector(session, takesControl)
  const offersControl = useSelector(session, mayTakeControl)
  const offersRelease = useSelector(session, mayRelease)
  const player = useSelector(session, playerOf)
  const size = useSelector(session, ({ context }) => context.size) ?? expectedSize
  const isCovered = useSelector(session, covers)
  const isRecording = useSelector(recording, (snapshot) => snapshot.matches('recording'))
  const phone = useSelector(desk, ({ context }) => context.phone)
  const difference = useSelector(shop, warningOf)
  const isUnchecked = useSelector(shop, (snapshot) => snapshot.matches({ address: 'unchecked' }))
  const openShop = useSelector(shop, ({ context }) => context.shop)
  const isHeld = difference !== null || isUnchecked
  // A shop on it is what the page is about.
  const Heading = phone?.environment ? 'h2' : 'h1'
  const mode = useSelector(session, ({ context }) => context.mode)

  return (
    <section className={`${frame.panel} ${styles.panel}`} ref={panel} aria-label={t('remote.screenOf', { name })}>
      <header className={`${frame.header} ${styles.header}`}>
        <Heading className={styles.name}>{name}</Heading>
        <StatusTag tone={phaseTone[phase]} text={t(`remote.phase.${phase}`)} />
        {/* There is no room for both. */}
        {isRecording ? <RecordingMark recording={recording} /> : <SessionFigures session={session} />}
        <span className={styles.space} />
        <QualityChooser governor={governor} />
        {offersControl && (
          <Button
            size="small"
            text={t('remote.act.takeControl')}
            onClick={() => session.send({ type: 'take control' })}
          />
        )}
        {/* Where a shop is open, it stands beside its closing. */}
        {offersRelease && !openShop && (
          <Button
            size="small"
            variant="minimal"
            text={t('remote.act.release')}
            onClick={() => session.send({ type: 'observe' })}
          />
        )}
      </header>
      <IdleNotice session={session} onGoOn={() => session.send({ type: 'go on' })} />
      <PhoneFileNotice file={file} />
      <DropTarget className={styles.body} file={file}>
        <PhoneView
          ref={view}
          label={t('remote.screenOf', { name })}
          size={size}
          player={player}
          onGesture={
            mode === 'control' && !isHeld ? (message) => session.send({ type: 'control', message }) : undefined
          }
          overlay={
            isCovered || phase === 'silent' ? (
              <SessionOverlay session={session} userId={userId} phone={phone} change={change} />
            ) : difference !== null && phone !== null ? (
              <AddressWarning desk={shop} phone={phone} difference={difference} />
            ) : isUnchecked ? (
              <ShopCheck desk={desk} />
            ) : undefined
          }
        />
        <PhoneButtons
          disabledReason={
            isControlled && !isHeld
              ? undefined
              : t(
                  difference !== null
                    ? `remote.shop.egress.titles.${difference}`
                    : isUnchecked
                      ? 'remote.shop.checking'
                      : phase === 'observing'
                        ? 'remote.button.needsControl'
                        : 'remote.button.needsPicture',
                )
          }
          isFullScreen={isFullScreen}
          onControl={(message) => session.send({ type: 'control', message })}
          onKeyboard={() => view.current?.focusKeyboard()}
          onFullScreen={() => void toggleFullScreen(panel.current)}
        >
          <PictureButtons
            shot={shot}
            recording={recording}
            of={openShop ? `${openShop.name}_${name}` : name}
            isLive={!isCovered}
          />
        </PhoneButtons>
      </DropTarget>
    </section>
  )
}
