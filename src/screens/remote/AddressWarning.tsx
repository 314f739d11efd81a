import { Button } from '@blueprintjs/core'
import { WarningSign } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import { expectedCountry, type Difference, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { useCan } from '../../ui/use-can.ts'
import { countryName } from '../devices/address-text.ts'
import { proxySentence } from './shop-address.ts'
import styles from './SessionOverlay.module.css'

interface AddressWarningProps {
  desk: ShopDesk
  phone: Device
  difference: Difference
}

/** Stands before the first touch: what is done now would be seen to come from elsewhere, or goes another way. */
export function AddressWarning({ desk, phone, difference }: AddressWarningProps) {
  const { t, i18n } = useTranslation()
  const expected = useSelector(desk, ({ context }) => expectedCountry(context))
  const shop = useSelector(desk, ({ context }) => context.shop)
  const mayLeave = useCan(desk, { type: 'close' })
  const { egress_country: country } = phone
  const title = t(`remote.shop.egress.titles.${difference}`)
  return (
    <div className={styles.card} role="alertdialog" aria-label={title}>
      <WarningSign size={28} />
      <strong className={styles.title}>{title}</strong>
      {difference !== 'proxy' && country !== null && expected !== undefined && (
        <p className={styles.text}>
          {t('remote.shop.egress.text', {
            country: countryName(i18n.language, country),
            expected: countryName(i18n.language, expected),
          })}
        </p>
      )}
      {difference !== 'country' && shop && <p className={styles.text}>{proxySentence(t, shop, phone).text}</p>}
      <div className={styles.actions}>
        <Button text={t('remote.shop.egress.leave')} loading={!mayLeave} onClick={() => desk.send({ type: 'close' })} />
        <Button
          text={t('remote.shop.egress.accept')}
          disabled={!mayLeave}
          onClick={() => desk.send({ type: 'accept address' })}
        />
      </div>
    </div>
  )
}
