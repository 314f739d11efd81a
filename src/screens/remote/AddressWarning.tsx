import { Button } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import { expectedCountry, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { countryName } from '../devices/address-text.ts'
import styles from './SessionOverlay.module.css'

/** Stands before the first touch: what is done now would be seen to come from elsewhere. */
export function AddressWarning({ desk, phone }: { desk: ShopDesk; phone: Device }) {
  const { t, i18n } = useTranslation()
  const expected = useSelector(desk, ({ context }) => expectedCountry(context)) ?? ''
  const countries = {
    country: countryName(i18n.language, phone.egress_country ?? ''),
    expected: countryName(i18n.language, expected),
  }
  return (
    <div className={styles.card} role="alertdialog" aria-label={t('remote.shop.egress.title')}>
      <WarningSign size={28} />
      <strong className={styles.title}>{t('remote.shop.egress.title')}</strong>
      <p className={styles.text}>{t('remote.shop.egress.text', countries)}</p>
      <div className={styles.actions}>
        <Button text={t('remote.shop.egress.leave')} onClick={() => desk.send({ type: 'close' })} />
        <Button text={t('remote.shop.egress.accept')} onClick={() => desk.send({ type: 'accept address' })} />
      </div>
    </div>
  )
}
