import { cookieDocument } from '../cookie-document.ts'

/**
 * What a browser remembers of a page: cookies and storage. In a browser it is its own; elsewhere a stand-in takes its place, as far as
 * a page sees them.
 */
const cookies = new Map<string, string>()
const storage = new Map<string, string>()
let clipboard = ''

/** Defines what is not there. */
const standIn = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

if (typeof document === 'undefined') {
  standIn('location', { protocol: 'http:', origin: 'http://console', hostname: 'console' })
  standIn('matchMedia', () => ({ matches: false }))
  standIn('innerWidth', 1_440)
  const painted = { body: { classList: { toggle: () => undefined } }, documentElement: { style: {}, lang: 'zh-CN' } }
  standIn('document', Object.assign(cookieDocument(cookies), painted))
  Object.defineProperty(navigator, 'clipboard', {
    value: {
      writeText: (text: string) => {
        clipboard = text
        return Promise.resolve()
      },
    },
  })
  standIn('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
    clear: () => storage.clear(),
  })
}

export const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export const setCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}`
}

export const stored = (key: string): string | null => localStorage.getItem(key)

/** What a page has put on the clipboard. */
export const copied = (): string => clipboard

/** Leaves nothing of one path to the next. */
export function forgetEverything(): void {
  for (const pair of document.cookie.split('; '))
    if (pair !== '') document.cookie = `${pair.split('=')[0]}=; expires=${new Date(0).toUTCString()}`
  localStorage.clear()
  clipboard = ''
}
