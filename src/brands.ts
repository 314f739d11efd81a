import type { Language } from '../texts/catalogue.ts'

/** The title of the product, whatever the language (SPEC §2, route guard). */
const productTitle = '云机控制台'

/** The one host that bears a brand of its own, and its title in each language. */
const branded = {
  host: 'deck.phonedeck.example',
  titles: { 'zh-CN': '云机甲板', en: 'Phonedeck' } satisfies Record<Language, string>,
}

/** The site's title on this host: the product's, or the brand's in the operator's language. */
export const siteTitle = (host: string, language: Language): string =>
  host === branded.host ? branded.titles[language] : productTitle

/** What of the layout depends on the host (SPEC §2, layout). */
export interface HostLayout {
  /** The product's own mark and its line of words; a brand's host shows the brand's name alone. */
  hasProductMark: boolean
}

/** The layout on this host. */
export const layoutOf = (host: string): HostLayout => ({ hasProductMark: host !== branded.host })

/** What the browser's tab shows: the screen, then the site. */
export const pageTitle = (screen: string, site: string): string => `${screen} - ${site}`
