import { vi } from 'vitest'

/** A browser's cookies, as far as a page sees them: one `document.cookie` that tabs share. */
export function cookieJar() {
  const cookies = new Map<string, string>()
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair = '', ...attributes] = line.split(/; */)
      const [name = '', value = ''] = pair.split('=')
      const expires = attributes.find((attribute) => attribute.startsWith('expires='))?.slice('expires='.length)
      if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  return cookies
}
