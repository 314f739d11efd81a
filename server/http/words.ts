import { createInstance, type TFunction } from 'i18next'
import type { Reason } from '../../domain/reason.ts'
import type { KeysOf, Language, TextKey } from '../../texts/catalogue.ts'
import { events as englishEvents } from '../../texts/en/events.ts'
import { exports as englishExports } from '../../texts/en/exports.ts'
import { firstSteps as englishFirstSteps } from '../../texts/en/first-steps.ts'
import { importing as englishImporting } from '../../texts/en/importing.ts'
import { pushing as englishPushing } from '../../texts/en/pushing.ts'
import { reports as englishReports } from '../../texts/en/reports.ts'
import { signedIn as english } from '../../texts/en/signed-in.ts'
import { reasonText } from '../../texts/reason.ts'
import { events as chineseEvents } from '../../texts/zh-CN/events.ts'
import { exports as chineseExports } from '../../texts/zh-CN/exports.ts'
import { firstSteps as chineseFirstSteps } from '../../texts/zh-CN/first-steps.ts'
import { importing as chineseImporting } from '../../texts/zh-CN/importing.ts'
import { pushing as chinesePushing } from '../../texts/zh-CN/pushing.ts'
import { reports as chineseReports } from '../../texts/zh-CN/reports.ts'
import { signedIn as chinese } from '../../texts/zh-CN/signed-in.ts'

const i18n = createInstance()

void i18n.init({
  lng: 'zh-CN',
  resources: {
    'zh-CN': {
      translation: {
        ...chinese,
        events: chineseEvents,
        firstSteps: chineseFirstSteps,
        importing: chineseImporting,
        exports: chineseExports,
        pushing: chinesePushing,
        reports: chineseReports,
      },
    },
    en: {
      translation: {
        ...english,
        events: englishEvents,
        firstSteps: englishFirstSteps,
        importing: englishImporting,
        exports: englishExports,
        pushing: englishPushing,
        reports: englishReports,
      },
    },
  },
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

/** What a column of an exported file may be called. */
export type HeaderKey = TextKey | KeysOf<{ exports: typeof chineseExports }>

/** A text of the catalogue; `otherwise`, where it has none of this name. */
export const textIn = (language: Language, key: HeaderKey, otherwise = ''): string =>
  said(language, `${key} ${otherwise}`, () => inLanguage[language](key, { defaultValue: otherwise })) // The console knows no exports; their texts are here.
