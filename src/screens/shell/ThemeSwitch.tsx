import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { nextTheme } from '../../machines/shell/theme.ts'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { useConsole } from '../session/session-context.tsx'

/** A sun, a moon, and a disc that is half of each. */
const drawings = {
  light:
    'M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM7.3 0h1.4v2.6H7.3V0Zm0 13.4h1.4V16H7.3v-2.6ZM0 7.3h2.6v1.4H0V7.3Zm13.4 0H16v1.4h-2.6V7.3ZM1.8 2.8l1-1 1.9 1.9-1 1-1.9-1.9Zm9.5 9.5 1-1 1.9 1.9-1 1-1.9-1.9Zm1.9-10.5 1 1-1.9 1.9-1-1 1.9-1.9ZM3.7 11.3l1 1-1.9 1.9-1-1 1.9-1.9Z',
  dark: 'M6.2 1.2a7 7 0 1 0 8.6 8.6A6.2 6.2 0 0 1 6.2 1.2Z',
  system: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 12.5v-11a5.5 5.5 0 0 1 0 11Z',
}

/** Changes between light, dark, and as the system. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const { theme } = useConsole().getSnapshot().children
  const next = useSelector(theme, (now) => (now === undefined ? 'system' : nextTheme(now)))
  return (
    <GhostButton label={t(`shell.theme.${next}`)} onClick={() => theme?.send({ type: 'choose', theme: next })}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={drawings[next]} />
      </svg>
    </GhostButton>
  )
}
