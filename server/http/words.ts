import { createInstance, type TFunction } from 'i18next'
import type { Reason } from '../../domain/reason.ts'
import type { Language, TextKey } from '../../texts/catalogue.ts'
import { everything as english } from '../../texts/en/everything.ts'
import { reasonText } from '../../texts/reason.ts'
import { everything as chinese } from '../../texts/zh-CN/everything.ts'

const i18n = createInstance()

void i18n.init({
  lng: 'zh-CN',
  resources: { 'zh-CN': { translation: chinese }, en: { translation: english } },
  initAsync: false,
  interpolation: { escapeValue: false }, // Nothing here is HTML.
})

const inLanguage: Record<Language, TFunction> = { 'zh-CN': i18n.getFixedT('zh-CN'), en: i18n.getFixedT('en') }

/** The language a request asks for with `X-Language`; Chinese unless it asks for English. */
export const languageOf = (headers: Record<string, string | string[] | undefined>): Language =>
  headers['x-language'] === 'en' ? 'en' : 'zh-CN'

const known: Record<Language, Map<string, string>> = { 'zh-CN': new Map(), en: new Map() }
const maxKnown = 1_000

/** What was said lately under this name, or says it: batches and files say few things many times, and i18next takes 5 to 20 µs for each. */
function said(language: Language, name: string, say: () => string): string {
  const lately = known[language]
  let text = lately.get(name)
  if (text !== undefined) return text
  if (lately.size >= maxKnown) lately.clear()
  lately.set(name, (text = say()))
  return text
}

/** A reason in the words of the caller's language. */
export const worded = (language: Language, reason: Reason): string =>
  said(language, JSON.stringify(reason), () => reasonText(inLanguage[language], reason))

/** A text of the catalogue; `otherwise`, where it has none of this name. */
export const textIn = (language: Language, key: TextKey, otherwise = ''): string =>
  said(language, `${key} ${otherwise}`, () => inLanguage[language](key, { defaultValue: otherwise }))
