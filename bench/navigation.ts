import type { CDPSession, Page } from 'playwright'
import { medianOf, type Benchmark } from './figure.ts'
import { withFleet } from './support/fleet.ts'
import { workOf } from './support/main-thread.ts'

const rounds = 10
/** Rounds before that, in which the lists' code is loaded and compiled. */
const warmUp = 3
const phones = 12

/** The page rests when so many readings in a row, so many milliseconds apart, found less than this much work. */
const rest = { readings: 6, interval: 50, work: 1 }

/** Waits until the page rests, and answers how long its main thread had worked by then. */
async function workAtRest(debuggee: CDPSession): Promise<number> {
  let work = await workOf(debuggee)
  for (let quiet = 0; quiet < rest.readings;) {
    await new Promise((resolve) => setTimeout(resolve, rest.interval))
    const now = await workOf(debuggee)
    quiet = now - work < rest.work ? quiet + 1 : 0
    work = now
  }
  return work
}

/** What the user's sidebar leads to that is a list. */
async function listsOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  const lists: string[] = []
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    if ((await page.getByRole('grid').count()) > 0) lists.push(path)
  }
  return lists
}

/** Whether this list's rows are there. */
const isThere = (page: Page, path: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const grid = document.querySelector('[role="grid"]')
    return location.pathname === wanted && grid !== null && grid.getAttribute('aria-busy') !== 'true'
  }, path)

/** Goes to a list by its link, and answers the main thread's work from the click until the rows are there and it rests. */
async function workOfGoingTo(page: Page, debuggee: CDPSession, path: string): Promise<number> {
  const before = await workAtRest(debuggee)
  // Clicked from within: to find out where a mouse may click is work, too.
  await page.evaluate((to) => document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click(), path)
  let after = await workAtRest(debuggee)
  while (!(await isThere(page, path))) after = await workAtRest(debuggee)
  return after - before
}

/** The work of the main thread for going from one list to another, with their code loaded. */
const navigation: Benchmark['measure'] = () =>
  withFleet(phones, async (fleet) => {
    await fleet.phones(phones)
    const page = await fleet.page()
    const paths = await listsOf(page)
    if (paths.length < 2) throw new Error(`there are not two lists to go between: ${paths.join(', ')}`)
    const debuggee = await page.context().newCDPSession(page)
    await debuggee.send('Performance.enable', { timeDomain: 'threadTicks' })
    const work: number[] = []
    for (let round = -warmUp; round < rounds; round += 1)
      for (const path of paths) {
        const spent = await workOfGoingTo(page, debuggee, path)
        if (round >= 0) work.push(spent)
      }
    return [
      { name: 'from list to list, work of the main thread, median', ...medianOf(work), unit: 'ms', bound: 50 },
      { name: 'from list to list, work of the main thread, worst', value: Math.max(...work), unit: 'ms' },
    ]
  })

export default { group: 'Console', title: 'From list to list', measure: navigation } satisfies Benchmark
