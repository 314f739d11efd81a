import type { i18n } from 'i18next'
import { english } from '../../i18n/i18n.ts'

/** What a server, a relay or a box says of a phone, in the console's language. */
export const reasonText = ({ language }: Pick<i18n, 'language'>, reason: string): string =>
  language === 'en' ? english.reason(reason) : reason
