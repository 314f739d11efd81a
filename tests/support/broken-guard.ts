import type { Browser, BrowserContext } from 'playwright'

/** A guard of some chart, and what it always answers instead of looking. */
export interface BrokenGuard {
  /** Its name, which no other guard of the console bears. */
  guard: string
  answers: boolean
}

/** A walk that fails need not wait long for what will not come. Milliseconds. */
const timeLimit = 8_000

/** A browser's window that is sent the console as it was built, but for one guard. */
export async function consoleWithBrokenGuard(
  browser: Browser,
  { guard, answers }: BrokenGuard,
): Promise<BrowserContext> {
  const window = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  window.setDefaultTimeout(timeLimit)
  // A guard's name stays what it is in a build: it is the key of an object.
  const key = new RegExp(`(["'])${guard}\\1:`, 'g')
  await window.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch()
    const code = await response.text()
    const body = code.replaceAll(key, `$1${guard}$1:()=>${answers},$1intact$1:`)
    await route.fulfill({ response, body })
  })
  return window
}
