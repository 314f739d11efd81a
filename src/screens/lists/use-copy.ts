import { useTranslation } from 'react-i18next'
import { keepOnClipboard } from '../../browser-clipboard.ts'
import { useNotify } from '../session/session-context.tsx'

/** Puts a text on the clipboard and says whether it is there. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation()
  const notify = useNotify()
  return async (text) => {
    const isKept = await keepOnClipboard(text)
    notify(isKept ? { kind: 'success', text: t('table.copied') } : { kind: 'warning', text: t('table.copyFailed') })
  }
}
