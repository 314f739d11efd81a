import { createInstance } from 'i18next'
import type { Language } from '../machines/language.ts'
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

/** Speaks this language from now on; rejects when its texts can't be fetched. */
export async function speak(language: Language): Promise<void> {
  if (language === 'en' && !i18n.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./en.ts')
    i18n.addResourceBundle('en', 'translation', en)
  }
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
}
