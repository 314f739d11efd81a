import { useTranslation } from 'react-i18next'

/** The list of phones (SPEC §2, /device/list). */
export function DeviceList() {
  const { t } = useTranslation()
  return <h1>{t('devices.title')}</h1>
}
