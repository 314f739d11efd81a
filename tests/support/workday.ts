import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { signIn, watchedPage, type WatchedPage } from './browser.ts'
import { StepCounter, type Steps } from './steps.ts'
import { workdayPage, workdayTable } from './workday-table.ts'

/** Somebody at the console, whose steps are counted. */
export interface Operator extends WatchedPage {
  counter: StepCounter
}

/** Opens a window of its own, in which nobody is signed in. */
export async function operatorIn(browser: Browser, options: BrowserContextOptions = {}): Promise<Operator> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const counter = await StepCounter.of(context)
  return { ...(await watchedPage(context)), counter }
}

/** Opens a window in which somebody is signed in. */
export async function signedInOperator(
  browser: Browser,
  url: string,
  userName: string,
  options?: BrowserContextOptions,
): Promise<Operator> {
  const operator = await operatorIn(browser, options)
  await signIn(operator.page.context(), url, userName)
  return operator
}

/** Begins where a day begins: at the dashboard, with nothing counted yet. */
export async function atTheDashboard({ page, counter }: Operator, url: string): Promise<Page> {
  await page.goto(`${url}/dashboard`)
  await page.locator('main h2').first().waitFor()
  counter.begin()
  return page
}

export const menu = (page: Page) => page.getByRole('navigation')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const seconds: string[] = []

/** Lives one working day, of one operator or several, and compares the steps that it took with what the table allows. */
export function workday(number: number, job: string, live: () => Promise<readonly Operator[]>): void {
  // A day that is over can't be lived again.
  test(job, { retry: 0 }, async () => {
    const began = performance.now()
    const operators = await live()
    seconds.push(`day ${number}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    const taken: Steps = { clicks: 0, keys: 0, fields: 0 }
    for (const { page, counter } of operators) {
      const steps = await counter.taken(page)
      for (const kind of ['clicks', 'keys', 'fields'] as const) taken[kind] += steps[kind]
      await page.goto('about:blank') // What is live there would go on.
    }
    const { clicks, keys, fields } = workdayTable().get(number) ?? {}
    expect(taken, `the steps of day ${number} in ${workdayPage}`).toEqual({ clicks, keys, fields })
  })
}

/** Prints how long the days of this file took, which nothing is said of: it is the machine's affair. */
export const tellSeconds = (): void => afterAll(() => console.log(seconds.splice(0).join('\n')))

/** Types into a field once it has the focus, which it has by itself or because the operator went there. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await field.page().keyboard.insertText(text)
}
