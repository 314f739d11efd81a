import type { Language } from './catalogue.ts'

/** The title of the product, whatever the language (SPEC §2, route guard). */
const productTitle = '云机控制台'

/** The one host that bears a brand of its own, and its title in each language. */
const branded = {
  host: 'deck.phonedeck.example',
  titles: { 'zh-CN': '云机甲板', en: 'Phonedeck' } satisfies Record<Language, string>,
}

export const hasBrand = (host: string): boolean => host === branded.host

/** The site's title on this host: the product's, or the brand's in the reader's language. */
export const siteTitle = (host: string, language: Language): string =>
  hasBrand(host) ? branded.titles[language] : productTitle
