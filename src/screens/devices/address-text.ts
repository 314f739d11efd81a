import type { i18n, TFunction } from 'i18next'
import { addressKind } from '../../../domain/address-kind.ts'
import type { Device } from '../../api/devices.ts'

const namesByLanguage = new Map<string, Intl.DisplayNames>()

/** A country by its ISO 3166-1 alpha-2 code, as people of the language call it. */
export function countryName(language: string, code: string): string {
  let names = namesByLanguage.get(language)
  if (names === undefined) {
    names = new Intl.DisplayNames(language, { type: 'region' })
    namesByLanguage.set(language, names)
  }
  return names.of(code) ?? code
}

/** Why nobody knows country and provider of an address. */
export function whyNoPlace(t: TFunction, address: string): string {
  const kind = addressKind(address)
  return t(`devices.place.${kind === 'private' || kind === 'reserved' ? kind : 'unknown'}`)
}

/** A phone's egress address, and where it is. */
export function egressText({ t, language }: i18n, { egress_ip, egress_country, egress_isp }: Device): string | null {
  if (egress_ip === null) return null
  const place = [egress_country && countryName(language, egress_country), egress_isp].filter(Boolean)
  const kind = addressKind(egress_ip)
  if (place.length === 0 && kind !== 'public') place.push(whyNoPlace(t, egress_ip))
  return [egress_ip, ...place].join(' · ')
}
