import type { BrowserContext } from 'playwright'
import { medianOf, type Benchmark, type Figure } from './figure.ts'
import { bounds, withFirstPages } from './support/first-pages.ts'
import type { LoadOptions, PageLoad } from './support/page-load.ts'

const rounds = 7
const slowdown = 4
/** The list's first row, in a browser that has never been here. */
const firstRow = 1_500

type Open = (browser: BrowserContext, options?: Omit<LoadOptions, 'until'>) => Promise<PageLoad>

/** How soon a page is there on a slower processor: in browsers that have never been here, and in each once more. */
async function timesOf(newBrowser: () => Promise<BrowserContext>, open: Open, what: string, bound?: number) {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < rounds; round++) {
    const browser = await newBrowser()
    for (const times of [cold, warm]) times.push((await open(browser, { slowdown })).shownAfter)
    await browser.close()
  }
  const figureOf = (times: readonly number[], how: string): Figure => ({
    name: `${what}, ${how}, processor ${slowdown} × slower, median of ${rounds}`,
    ...medianOf(times),
    unit: 'ms',
  })
  return [{ ...figureOf(cold, 'cold'), bound }, figureOf(warm, 'again')]
}

/** What the console's first pages weigh, and how soon they are there on a slower processor. */
const firstPage: Benchmark['measure'] = () =>
  withFirstPages(async ({ newBrowser, login, deviceList }) => {
    const stranger = await newBrowser(false)
    const form = await login(stranger)
    await stranger.close()
    const operator = await newBrowser(true)
    const list = await deviceList(operator)
    const again = await deviceList(operator)
    await operator.close()
    const name = 'list of phones before its first row'
    return [
      { name: 'login page', value: form.kilobytes, unit: 'kB', bound: bounds.login.kilobytes },
      { name: 'login page, requests', value: form.requests, unit: '', bound: bounds.login.requests },
      { name, value: list.kilobytes, unit: 'kB', bound: bounds.deviceList.kilobytes },
      { name: `${name}, requests`, value: list.requests, unit: '', bound: bounds.deviceList.requests },
      { name: `${name}, again`, value: again.kilobytes, unit: 'kB', bound: bounds.again.kilobytes },
      ...(await timesOf(() => newBrowser(false), login, 'the login form')),
      ...(await timesOf(() => newBrowser(true), deviceList, 'the first row of the list of phones', firstRow)),
    ]
  })

export default { group: 'Console', title: 'First pages', measure: firstPage } satisfies Benchmark
