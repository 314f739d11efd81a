import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { otherLanguage } from '../../machines/shell/language.ts'
import { GhostButton } from '../../ui/GhostButton.tsx'
import { useConsole } from '../session/session-context.tsx'

/** Names the other language and changes to it. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { language } = useConsole().getSnapshot().children
  const other = useSelector(language, (now) => otherLanguage(now?.context.language))
  return (
    <GhostButton
      label={`${t('shell.language.other')} (${t('shell.language.label')}: ${t(`shell.language.${other}`)})`}
      onClick={() => language?.send({ type: 'choose', language: other })}
    >
      <span lang={other}>{t('shell.language.other')}</span>
    </GhostButton>
  )
}
