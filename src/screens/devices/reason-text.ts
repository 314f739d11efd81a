import type { i18n } from 'i18next'
import { reasonInEnglish } from '../../../domain/reasons.ts'

/** What a server, a relay or a box says of a phone, in the console's language. */
export const reasonText = ({ language }: Pick<i18n, 'language'>, reason: string): string =>
  language === 'en' ? reasonInEnglish(reason) : reason
