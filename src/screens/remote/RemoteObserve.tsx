import { useTranslation } from 'react-i18next'

/** A wall of phones to look at (SPEC §2, /remote/observe). */
export function RemoteObserve() {
  const { t } = useTranslation()
  return <h1>{t('remote.observeTitle')}</h1>
}
