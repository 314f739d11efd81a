import type { i18n, TFunction } from 'i18next'
import { proxySetting } from '../../../domain/proxy-setting.ts'
import type { Device } from '../../api/devices.ts'
import type { Environment } from '../../api/environments.ts'
import { countryName } from '../devices/address-text.ts'

/** How a phone's address or proxy stands to what the shop expects. */
export type AddressTone = 'ok' | 'danger' | 'none'

interface Sentence {
  tone: AddressTone
  text: string
}

/** Whether a phone's address is in the country that the shop expects, in a sentence; undefined where it expects none. */
export function addressSentence(
  { t, language }: i18n,
  expected: string | undefined,
  { egress_ip, egress_country }: Device,
): Sentence {
  if (expected === undefined) return { tone: 'none', text: t('remote.shop.egress.unset') }
  const expects = { expected: countryName(language, expected) }
  if (egress_ip === null) return { tone: 'none', text: t('remote.shop.egress.none') }
  if (egress_country === null) return { tone: 'none', text: t('remote.shop.egress.unplaced', expects) }
  const country = countryName(language, egress_country)
  return egress_country === expected
    ? { tone: 'ok', text: t('remote.shop.egress.fitting', { country }) }
    : { tone: 'danger', text: t('remote.shop.egress.differing', { country, ...expects }) }
}

/** The proxy that the shop expects, or a sentence where the phone has another one. */
export function proxySentence(t: TFunction, { proxy }: Environment, phone: Device): Sentence {
  const none = t('remote.shop.egress.noProxy')
  const expected = proxySetting(proxy)
  if (phone.proxy !== null && phone.proxy !== expected)
    return {
      tone: 'danger',
      text: t('remote.shop.egress.otherProxy', { proxy: phone.proxy || none, expected: expected || none }),
    }
  return { tone: phone.proxy === null ? 'none' : 'ok', text: proxy === null ? none : `${proxy.type}://${expected}` }
}
