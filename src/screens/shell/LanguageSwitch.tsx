import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../machines/shell/language.ts'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { useConsole } from '../session/session-context.tsx'

/** Names the other language and changes to it. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { language } = useConsole().getSnapshot().children
  const spoken = useSelector(language, (now) => now?.context.language)
  const other: Language = spoken === 'en' ? 'zh-CN' : 'en'
  const short = other === 'en' ? 'EN' : '中文'
  return (
    <GhostButton
      label={`${short} (${t('shell.language.label')}: ${t(`shell.language.${other}`)})`}
      onClick={() => language?.send({ type: 'choose', language: other })}
    >
      <span lang={other}>{short}</span>
    </GhostButton>
  )
}
