import { Button, Tooltip } from '@blueprintjs/core'
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
import type { JSX } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlMessage } from '../../../domain/stream-protocol.ts'
import { androidKeys } from '../../ui/phone-keys.ts'
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

/** Where nothing hovers, a tap would leave a tooltip behind. */
const hovers = matchMedia('(hover: hover)').matches

export interface PhoneButtonsProps {
  /** Why the phone's buttons do nothing now; undefined when they work. */
  disabledReason: string | undefined
  isFullScreen: boolean
  onControl: (message: ControlMessage) => void
  onKeyboard: () => void
  onFullScreen: () => void
}

/** What a phone has at its side, and how the page shows it. */
export function PhoneButtons({ disabledReason, isFullScreen, onControl, onKeyboard, onFullScreen }: PhoneButtonsProps) {
  const { t } = useTranslation()
  const isOff = disabledReason !== undefined
  const tip = (text: string) => (isOff ? `${text} · ${disabledReason}` : text)

  return (
    <div
      className={styles.buttons}
      role="toolbar"
      aria-label={t('remote.button.label')}
      // The caret stays in the phone.
      onMouseDown={(event) => event.preventDefault()}
    >
      {buttons.map(({ name, icon, messages }) => {
        const text = t(`remote.button.${name}`)
        return (
          <Tooltip key={name} compact disabled={!hovers} placement="left" content={tip(text)}>
            <Button
              variant="minimal"
              icon={icon}
              aria-label={text}
              // Keeps the focus, and says why, where a disabled button would drop both.
              aria-disabled={isOff}
              onClick={() => {
                if (!isOff) for (const message of messages) onControl(message)
              }}
            />
          </Tooltip>
        )
      })}
      <Tooltip
        compact
        disabled={!hovers}
        placement="left"
        className={styles.keyboard}
        content={tip(t('remote.button.keyboard'))}
      >
        <Button
          variant="minimal"
          icon={<KeyCommand />}
          aria-label={t('remote.button.keyboard')}
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) onKeyboard()
          }}
        />
      </Tooltip>
      <Tooltip
        compact
        disabled={!hovers}
        placement="left"
        content={t(isFullScreen ? 'remote.button.leaveFullScreen' : 'remote.button.fullScreen')}
      >
        <Button
          variant="minimal"
          icon={isFullScreen ? <Minimize /> : <Fullscreen />}
          aria-label={t(isFullScreen ? 'remote.button.leaveFullScreen' : 'remote.button.fullScreen')}
          onClick={onFullScreen}
        />
      </Tooltip>
    </div>
  )
}
