import { createInstance, type TFunction } from 'i18next'
import type { Language } from '../machines/shell/language.ts'
import type { Texts } from './texts.ts'
import { zhCN } from './zh-CN.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

/**
 * The console's texts. Chinese comes with the console, what only the signed-in need to read with their first screen; English
 * is fetched by whoever chooses it.
 */
export const i18n = createInstance()

void i18n.init({
  lng: 'zh-CN',
  fallbackLng: 'zh-CN',
  resources: { 'zh-CN': { translation: zhCN } },
  initAsync: false,
  interpolation: { escapeValue: false }, // React escapes.
})

/** Of a word for several, the word for one. */
const singular = (unit: string): string => unit.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '')

// Whole numbers are grouped alike in both languages. The browser's own formatter takes its time to come.
i18n.services.formatter?.add('number', (n: number, language) =>
  Number.isSafeInteger(n) ? String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : new Intl.NumberFormat(language).format(n),
)

// English counts `{{n, counted(unit: phones)}}`: 1 phone, 2 phones.
i18n.services.formatter?.add('counted', (n: number, language, { unit }: { unit: string }) => {
  const number = new Intl.NumberFormat(language).format(n)
  return `${number} ${n === 1 ? singular(unit) : unit}`
})

/** Says the same as `say`, and keeps what it was asked for by name alone: a screen asks for a hundred words whenever it opens. */
function keeping(say: TFunction): TFunction {
  const said = new Map<string, string>()
  const t = (...asked: Parameters<TFunction>): unknown => {
    const [key, ...more] = asked
    if (more.length > 0 || typeof key !== 'string') return say(...asked)
    const known = said.get(key)
    if (known !== undefined) return known
    const text: unknown = say(...asked)
    if (typeof text === 'string' && text !== key) said.set(key, text) // What has no words yet may get some.
    return text
  }
  return Object.assign(t, say) // With the properties of the one it stands for.
}

const voices = new Map<string, TFunction>()
const newVoice = i18n.getFixedT.bind(i18n)

// All components of a language are given the same `t`, so that what one has looked up the next one need not.
i18n.getFixedT = ((...asked: Parameters<typeof newVoice>) => {
  const name = JSON.stringify(asked)
  let voice = voices.get(name)
  if (voice === undefined) voices.set(name, (voice = keeping(newVoice(...asked))))
  return voice
}) as typeof i18n.getFixedT // Its type parameters only say which keys the function takes.

/** What servers, relays and boxes say in Chinese alone: its words come with English. */
export const english = { reason: (chinese: string) => chinese }

/** Speaks this language from now on; rejects when its texts can't be fetched. */
export async function speak(language: Language): Promise<void> {
  if (language === 'en' && !i18n.hasResourceBundle('en', 'translation')) {
    const { en, reasonInEnglish } = await import('./en.ts')
    i18n.addResourceBundle('en', 'translation', en)
    english.reason = reasonInEnglish
  }
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
