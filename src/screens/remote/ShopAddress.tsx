import { InfoSign, Tick, WarningSign } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'
import { expectedCountry, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { egressText } from '../devices/address-text.ts'
import { addressSentence, proxySentence, type AddressTone } from './shop-address.ts'
import styles from './ShopAddress.module.css'

const icons: Record<AddressTone, typeof Tick> = { ok: Tick, danger: WarningSign, none: InfoSign }

interface ShopAddressProps {
  desk: ShopDesk
  shop: Environment
  phone: Device
}

/** The address that the marketplace sees, whether it is where the shop expects it, and that it goes through another proxy. */
export function ShopAddress({ desk, shop, phone }: ShopAddressProps) {
  const { t, i18n } = useTranslation()
  const expected = useSelector(desk, ({ context }) => expectedCountry(context))
  const address = addressSentence(i18n, expected, phone)
  const wrong = [address, proxySentence(t, shop, phone)].filter(({ tone }) => tone === 'danger')
  const tone = wrong.length > 0 ? 'danger' : address.tone
  const Icon = icons[tone]
  return (
    <div className={styles.address} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={18} />
      <div>
        {(wrong.length > 0 ? wrong : [address]).map(({ text }) => (
          <strong key={text}>{text}</strong>
        ))}
        <small>{egressText(i18n, phone)}</small>
      </div>
    </div>
  )
}
