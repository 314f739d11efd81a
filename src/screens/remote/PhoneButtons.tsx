import {
  ChevronLeft,
  Circle,
  Fullscreen,
  KeyCommand,
  Minimize,
  Power,
  RotatePage,
  Square,
  VolumeDown,
  VolumeUp,
} from '@blueprintjs/icons'
import type { JSX, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlMessage } from '../../../domain/stream-protocol.ts'
import { androidKeys } from '../../ui/phone-keys.ts'
import { SideButton } from './SideButton.tsx'
import styles from './PhoneButtons.module.css'

const press = (keycode: number): readonly ControlMessage[] => [
  { type: 'key', action: 'down', keycode, meta: 0 },
  { type: 'key', action: 'up', keycode, meta: 0 },
]

/** The phone's own buttons: what each sends. */
const buttons = [
  { name: 'back', icon: <ChevronLeft />, messages: [{ type: 'back' }] },
  { name: 'home', icon: <Circle />, messages: press(androidKeys.home) },
  { name: 'recents', icon: <Square />, messages: press(androidKeys.recents) },
  { name: 'rotate', icon: <RotatePage />, messages: [{ type: 'rotate' }] },
  { name: 'volumeUp', icon: <VolumeUp />, messages: press(androidKeys.volumeUp) },
  { name: 'volumeDown', icon: <VolumeDown />, messages: press(androidKeys.volumeDown) },
  { name: 'power', icon: <Power />, messages: press(androidKeys.power) },
] as const satisfies readonly { name: string; icon: JSX.Element; messages: readonly ControlMessage[] }[]

interface PhoneButtonsProps {
  /** Why the phone's buttons do nothing now; undefined when they work. */
  disabledReason: string | undefined
  isFullScreen: boolean
  onControl: (message: ControlMessage) => void
  onKeyboard: () => void
  onFullScreen: () => void
  /** What is done with the video. */
  children: ReactNode
}

/** What a phone has at its side, and how the page shows it. */
export function PhoneButtons(props: PhoneButtonsProps) {
  const { disabledReason, isFullScreen, onControl, onKeyboard, onFullScreen, children } = props
  const { t } = useTranslation()

  return (
    <div
      className={styles.buttons}
      role="toolbar"
      aria-label={t('remote.button.label')}
      // The caret stays in the phone.
      onMouseDown={(event) => event.preventDefault()}
    >
      {buttons.map(({ name, icon, messages }) => (
        <SideButton
          key={name}
          text={t(`remote.button.${name}`)}
          icon={icon}
          disabledReason={disabledReason}
          onClick={() => messages.forEach(onControl)}
        />
      ))}
      <SideButton
        className={styles.keyboard}
        text={t('remote.button.keyboard')}
        icon={<KeyCommand />}
        disabledReason={disabledReason}
        onClick={onKeyboard}
      />
      {children}
      <SideButton
        text={t(isFullScreen ? 'remote.button.leaveFullScreen' : 'remote.button.fullScreen')}
        icon={isFullScreen ? <Minimize /> : <Fullscreen />}
        onClick={onFullScreen}
      />
    </div>
  )
}
