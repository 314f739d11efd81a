import { createInstance } from 'i18next'
import type { Language } from '../../texts/catalogue.ts'
import { signedOut } from '../../texts/zh-CN/signed-out.ts'

/** What the console says, in the operator's language. What Chinese says before sign-in comes with the console. */
export const i18n = createInstance()

void i18n.init({
  lng: 'zh-CN',
  fallbackLng: 'zh-CN',
  resources: { 'zh-CN': { translation: signedOut } },
  initAsync: false,
  interpolation: { escapeValue: false }, // React escapes.
})

// Whole numbers are grouped alike in both languages. The browser's own formatter takes its time to come.
i18n.services.formatter?.add('number', (n: number, language) =>
  Number.isSafeInteger(n) ? String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : new Intl.NumberFormat(language).format(n),
)

interface Part {
  language: Language
  /** Whether it is for those alone who have signed in. */
  isForSignedIn: boolean
  load: () => Promise<object>
}

/** What has not been fetched yet. */
let missing: readonly Part[] = [
  {
    language: 'zh-CN',
    isForSignedIn: true,
    load: async () => (await import('../../texts/zh-CN/signed-in.ts')).signedIn,
  },
  { language: 'en', isForSignedIn: false, load: async () => (await import('../../texts/en/signed-out.ts')).signedOut },
  { language: 'en', isForSignedIn: true, load: async () => (await import('../../texts/en/signed-in.ts')).signedIn },
]

let wantedLanguage: Language = 'zh-CN'
let isForSignedIn = false

/** Fetches what is wanted of the wanted language; rejects when it can't be. */
async function fetchTexts(): Promise<void> {
  const language = wantedLanguage
  const parts = missing.filter((part) => part.language === language && (isForSignedIn || !part.isForSignedIn))
  await Promise.all(parts.map(async ({ load }) => i18n.addResourceBundle(language, 'translation', await load(), true)))
  missing = missing.filter((part) => !parts.includes(part))
}

/** Speaks this language from now on; rejects when its texts can't be fetched. */
export async function speak(language: Language): Promise<void> {
  wantedLanguage = language
  await fetchTexts()
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}

/** Fetches what is said to those who have signed in, too; rejects when it can't be. */
export function speakToSignedIn(): Promise<void> {
  isForSignedIn = true
  return fetchTexts()
}
