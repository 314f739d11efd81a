import type { i18n } from 'i18next'
import type { Device } from '../../api/devices.ts'
import type { ShopDeskSnapshot } from '../../machines/remote/shop-desk.ts'
import { expectedCountry } from '../../machines/remote/shop-desk.ts'
import { countryName } from '../devices/address-text.ts'

/** How a shop's address stands to what the shop expects. */
export type AddressTone = 'ok' | 'danger' | 'none'

/** Whether a phone's address is where the shop expects it, in a sentence. */
export function addressSentence(
  { t, language }: i18n,
  { context }: ShopDeskSnapshot,
  { egress_ip, egress_country }: Device,
): { tone: AddressTone; text: string } {
  const expected = expectedCountry(context)
  if (expected === undefined) return { tone: 'none', text: t('remote.shop.egress.unset') }
  const expects = { expected: countryName(language, expected) }
  if (egress_ip === null) return { tone: 'none', text: t('remote.shop.egress.none') }
  if (egress_country === null) return { tone: 'none', text: t('remote.shop.egress.unplaced', expects) }
  const country = countryName(language, egress_country)
  return egress_country === expected
    ? { tone: 'ok', text: t('remote.shop.egress.fitting', { country }) }
    : { tone: 'danger', text: t('remote.shop.egress.differing', { country, ...expects }) }
}
