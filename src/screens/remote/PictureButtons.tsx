import { Camera, Record, Stop } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { VideoRecording } from '../../machines/remote/video-recording.ts'
import type { Screenshot } from '../../machines/remote/screenshot.ts'
import { SideButton } from './SideButton.tsx'

interface PictureButtonsProps {
  shot: Screenshot
  recording: VideoRecording
  /** What files are named after: the phone, behind the shop that is open on it. */
  of: string
  /** Whether there is a picture that follows the phone. */
  isLive: boolean
}

/** Keeps what the phone shows: as it is now, or for a while. */
export function PictureButtons({ shot, recording, of, isLive }: PictureButtonsProps) {
  const { t } = useTranslation()
  const isRecording = useSelector(recording, (snapshot) => snapshot.matches('recording'))
  const mayRecord = useSelector(recording, (snapshot) => snapshot.can({ type: 'start', phone: '' }))
  const whyNot = isLive ? undefined : t('remote.button.needsPicture')

  return (
    <>
      <SideButton
        text={t('remote.button.screenshot')}
        icon={<Camera />}
        disabledReason={whyNot}
        onClick={() => shot.send({ type: 'take', phone: of })}
      />
      {isRecording ? (
        <SideButton
          text={t('remote.button.stopRecording')}
          icon={<Stop />}
          intent="danger"
          onClick={() => recording.send({ type: 'stop' })}
        />
      ) : (
        <SideButton
          text={t('remote.button.record')}
          icon={<Record />}
          disabledReason={whyNot ?? (mayRecord ? undefined : t('remote.button.cannotRecord'))}
          onClick={() => recording.send({ type: 'start', phone: of })}
        />
      )}
    </>
  )
}
