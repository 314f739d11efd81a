import { vi } from 'vitest'
import { cookieDocument } from '../../support/cookie-document.ts'

/** A browser's cookies, as far as a page sees them: one `document.cookie` that tabs share. The page hears what is dispatched to it. */
export function cookieJar() {
  const cookies = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', cookieDocument(cookies))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  return cookies
}
