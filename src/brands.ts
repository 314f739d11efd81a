import { hasBrand } from '../texts/site-title.ts'

/** What of the layout depends on the host (SPEC §2, layout). */
export interface HostLayout {
  /** The product's own mark and its line of words; a brand's host shows the brand's name alone. */
  hasProductMark: boolean
}

/** The layout on this host. */
export const layoutOf = (host: string): HostLayout => ({ hasProductMark: !hasBrand(host) })

/** What the browser's tab shows: the screen, then the site. */
export const pageTitle = (screen: string, site: string): string => `${screen} - ${site}`
