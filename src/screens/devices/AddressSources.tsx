import { useTranslation } from 'react-i18next'
import styles from './AddressSources.module.css'

/**
 * Whose data name countries and providers: their licences ask for it, DB-IP’s for a link, wherever those are shown. `inset` where
 * what it stands in has no margin of its own.
 */
export function AddressSources({ inset = false }: { inset?: boolean }) {
  const { t } = useTranslation()
  return (
    <p className={inset ? `${styles.sources} ${styles.inset}` : styles.sources}>
      {t('devices.place.sources')}{' '}
      <a href="https://db-ip.com" target="_blank" rel="noreferrer">
        IP Geolocation by DB-IP
      </a>
      {' · '}
      <a href="https://www.routeviews.org" target="_blank" rel="noreferrer">
        RouteViews
      </a>
      {' · '}
      <a href="https://www.nro.net" target="_blank" rel="noreferrer">
        NRO
      </a>
    </p>
  )
}
