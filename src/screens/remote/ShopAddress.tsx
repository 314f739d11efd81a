import { InfoSign, Tick, WarningSign } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import type { Device } from '../../api/devices.ts'
import { expectedCountry, type ShopDesk } from '../../machines/remote/shop-desk.ts'
import { egressText } from '../devices/address-text.ts'
import { addressSentence, type AddressTone } from './shop-address.ts'
import styles from './ShopAddress.module.css'

const icons: Record<AddressTone, typeof Tick> = { ok: Tick, danger: WarningSign, none: InfoSign }

/** The address that the marketplace sees, and whether it is where the shop expects it. */
export function ShopAddress({ desk, phone }: { desk: ShopDesk; phone: Device }) {
  const { i18n } = useTranslation()
  const expected = useSelector(desk, ({ context }) => expectedCountry(context))
  const { tone, text } = addressSentence(i18n, expected, phone)
  const Icon = icons[tone]
  return (
    <div className={styles.address} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={18} />
      <div>
        <strong>{text}</strong>
        <small>{egressText(i18n, phone)}</small>
      </div>
    </div>
  )
}
