import { useTranslation } from 'react-i18next'

/** One phone under the operator's finger (SPEC §2, /device1/remotely and /device/remotely). */
export function RemoteOperation() {
  const { t } = useTranslation()
  return <h1>{t('remote.title')}</h1>
}
