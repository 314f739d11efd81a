import type { BrowserContext } from 'playwright'
import { launchBrowser } from '../../tests/support/browser.ts'
import { spawnServer } from '../../tests/support/server-process.ts'
import { openTestStore } from '../../tests/support/test-store.ts'
import { loadPage, type LoadOptions, type PageLoad } from './page-load.ts'

/** What a page may cost a browser that has never been here, before it shows what it was opened for. */
export const bounds = {
  login: { kilobytes: 150, requests: 10 },
  deviceList: { kilobytes: 260, requests: 14 },
  /** The login page leads there whoever is signed in. */
  dashboard: { kilobytes: 290, requests: 18 },
  /** The list of phones once more, in the same browser. */
  again: { kilobytes: 30, requests: 14 },
}

/** Phones in the list: those of a first start. */
const phones = 12

interface FirstPages {
  /** A browser that has never been here, signed in as a manager or not. */
  newBrowser: (isSignedIn: boolean) => Promise<BrowserContext>
  /** Opens the login page. */
  login: (browser: BrowserContext, options?: Omit<LoadOptions, 'until'>) => Promise<PageLoad>
  /** Opens the list of phones, up to its first row. */
  deviceList: (browser: BrowserContext, options?: Omit<LoadOptions, 'until'>) => Promise<PageLoad>
  /** Opens the list of phones, whose address leads to the login page whoever is not signed in. */
  deviceListSignedOut: (browser: BrowserContext) => Promise<PageLoad>
  /** Opens the login page, whose address leads to the dashboard whoever is signed in. */
  loginSignedIn: (browser: BrowserContext) => Promise<PageLoad>
}

/** Lets somebody open the console's first pages, on a server and in browsers of their own. */
export async function withFirstPages<T>(measure: (pages: FirstPages) => Promise<T>): Promise<T> {
  const server = await spawnServer()
  const store = openTestStore(server)
  const browser = await launchBrowser()
  try {
    const box = await store.boxes.byCode('B01')
    const owner = await store.user('manager')
    const rows = Array.from({ length: phones }, (_, index) => ({
      box_id: box?.id ?? 0,
      slot: index + 1,
      serial: `LIST${String(index).padStart(4, '0')}`,
      name: `P${String(index).padStart(4, '0')}`,
      owner_id: owner.id,
      owner_path: owner.path,
      region: 'us-west',
      status: 'idle' as const,
      battery: 100 - index,
    }))
    await store.db.insertInto('devices').values(rows).execute()
    const token = { name: 'token', value: await server.signIn('manager'), url: server.url }
    const open =
      (path: string, until: string) =>
      (context: BrowserContext, options: Omit<LoadOptions, 'until'> = {}) =>
        loadPage(context, `${server.url}${path}`, { ...options, until })
    const form = 'input[type=password]'
    return await measure({
      async newBrowser(isSignedIn) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
        if (isSignedIn) await context.addCookies([token])
        return context
      },
      login: open('/login', form),
      deviceList: open('/device/list', '[role=grid] [role=row] [role=gridcell]'),
      deviceListSignedOut: open('/device/list', form),
      loginSignedIn: open('/login', 'main h1'),
    })
  } finally {
    await browser.close()
    await store.close()
    await server.stop()
  }
}
