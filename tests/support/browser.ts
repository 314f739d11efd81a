import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { signInAt, testPassword } from './server.ts'

const browsers = new Set<Browser>()

/** Debian's Chromium with all that it has; the one without windows, which tests take where it is, knows no notifications. */
export const wholeBrowser = '/usr/bin/chromium'

interface Launched {
  /** A host that it takes this machine for. */
  hostIsHere?: string
  program?: string
}

/** Debian's Chromium, headless, of somebody who reads Chinese. */
export async function launchBrowser({
  hostIsHere,
  program = process.env.CHROMIUM ?? wholeBrowser,
}: Launched = {}): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--accept-lang=zh-CN',
      ...(hostIsHere === undefined ? [] : [`--host-resolver-rules=MAP ${hostIsHere} 127.0.0.1`]),
    ],
  })
  // What still moves may be elsewhere by the time that it is clicked, on a busy machine, and is drawn sixty times a second.
  const newContext = browser.newContext.bind(browser)
  browser.newContext = (options) => newContext({ reducedMotion: 'reduce', ...options })
  browsers.add(browser)
  browser.once('disconnected', () => browsers.delete(browser))
  return browser
}

/** The one Chromium of this process; it ends with it. */
let shared: Promise<Browser> | undefined

/** A Chromium that the files of tests of a process have one after another: to close it closes what was opened in it. */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  let browser = await shared
  if (!browser.isConnected()) {
    shared = launchBrowser() // The last one has crashed.
    browser = await shared
  }
  const close = () => Promise.all(browser.contexts().map((context) => context.close()))
  return Object.create(browser, { close: { value: close } })
}

/** What an operator would read on every open page, with its address; the beginning of each. */
export async function shownNow(): Promise<string[]> {
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  return Promise.all(pages.map((page) => readOf(page).catch(String)))
}

const readOf = async (page: Page): Promise<string> =>
  `${page.url()}\n${(await page.locator('body').innerText()).slice(0, 2_000)}`

/** A page, and what its console said that nobody wants to read there. */
export interface WatchedPage {
  page: Page
  complaints: string[]
}

/** A page that notes every warning, error and uncaught exception. */
export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' || message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, complaints }
}

/** Signs in as an operator would, by the name of a role's first account or another, and waits for the first page. */
export async function signInThroughPage(page: Page, url: string, userName: string): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(`${url}/dashboard`)
}

/** Signs a browser's window in by the call that the login form makes, and leaves the token where the console looks for it. */
export async function signIn(context: BrowserContext, url: string, userName: string): Promise<void> {
  const token = await signInAt(url, userName)
  await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Strict' }])
}

/** A page of its own, signed in without the form, at the screen of this path. */
export async function signedInPage(
  browser: Browser,
  url: string,
  userName: string,
  path = '/dashboard',
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signIn(context, url, userName)
  const watched = await watchedPage(context)
  await watched.page.goto(url + path)
  await watched.page.locator('main, h1').first().waitFor()
  return watched
}

/**
 * Leads a page of the console to another screen as its sidebar does, for a quarter of what it costs to load the console at its address;
 * that is left to screens that the sidebar has not.
 */
export async function leadTo(page: Page, url: string, path: string): Promise<void> {
  const link = page.locator(`nav a[href="${path}"]`).first()
  if (new URL(page.url()).pathname === path || (await link.count()) === 0) {
    await page.goto(url + path)
    return
  }
  const heading = await page.locator('main h1').first().elementHandle()
  await link.dispatchEvent('click')
  await page.waitForURL((address) => address.pathname === path)
  // What is looked for next may be on both.
  await heading?.waitForElementState('hidden')
}
