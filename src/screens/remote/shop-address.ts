import type { i18n } from 'i18next'
import type { Device } from '../../api/devices.ts'
import { countryName } from '../devices/address-text.ts'

/** How a shop's address stands to what the shop expects. */
export type AddressTone = 'ok' | 'danger' | 'none'

/** Whether a phone's address is in the country that the shop expects, in a sentence; undefined where it expects none. */
export function addressSentence(
  { t, language }: i18n,
  expected: string | undefined,
  { egress_ip, egress_country }: Device,
): { tone: AddressTone; text: string } {
  if (expected === undefined) return { tone: 'none', text: t('remote.shop.egress.unset') }
  const expects = { expected: countryName(language, expected) }
  if (egress_ip === null) return { tone: 'none', text: t('remote.shop.egress.none') }
  if (egress_country === null) return { tone: 'none', text: t('remote.shop.egress.unplaced', expects) }
  const country = countryName(language, egress_country)
  return egress_country === expected
    ? { tone: 'ok', text: t('remote.shop.egress.fitting', { country }) }
    : { tone: 'danger', text: t('remote.shop.egress.differing', { country, ...expects }) }
}
