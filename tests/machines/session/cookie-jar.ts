import { vi } from 'vitest'
import { cookieDocument } from '../../support/cookie-document.ts'

/** A browser's cookies, as far as a page sees them: one `document.cookie` that tabs share. */
export function cookieJar() {
  const cookies = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', cookieDocument(cookies))
  return cookies
}
