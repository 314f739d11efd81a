import type { Language } from './catalogue.ts'

/** The title of the product, whatever the language (SPEC §2, route guard). */
const productTitle = '云机控制台'

/** The one host that bears a brand of its own, and its title in each language. */
const branded = {
  host: 'deck.phonedeck.example',
  titles: { 'zh-CN': '云机甲板', en: 'Phonedeck' } satisfies Record<Language, string>,
}

/** Whether the host has a brand of its own, which shows its name alone, without the product's mark and its line of words (SPEC §2, layout). */
export const hasBrand = (host: string): boolean => host === branded.host

/** The site's title on this host: the product's, or the brand's in the reader's language. */
export const siteTitle = (host: string, language: Language): string =>
  hasBrand(host) ? branded.titles[language] : productTitle

/** What the browser's tab shows: the screen, then the site. */
export const pageTitle = (screen: string, site: string): string => `${screen} - ${site}`
