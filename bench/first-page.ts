import { quantile, type Benchmark } from './figure.ts'
import { bounds, withFirstPages } from './support/first-pages.ts'

const rounds = 7
const slowdown = 4

/** What the console's first pages weigh, and how soon the list of phones is there on a slower processor. */
const firstPage: Benchmark = () =>
  withFirstPages(async ({ newBrowser, login, deviceList }) => {
    const stranger = await newBrowser(false)
    const form = await login(stranger)
    await stranger.close()
    const operator = await newBrowser(true)
    const list = await deviceList(operator)
    const again = await deviceList(operator)
    await operator.close()
    const shown: number[] = []
    for (let round = 0; round < rounds; round++) {
      const browser = await newBrowser(true)
      shown.push((await deviceList(browser, { slowdown })).shownAfter)
      await browser.close()
    }
    const name = 'list of phones before its first row'
    return [
      { name: 'login page', value: form.kilobytes, unit: 'kB', bound: bounds.login.kilobytes },
      { name: 'login page, requests', value: form.requests, unit: '', bound: bounds.login.requests },
      { name, value: list.kilobytes, unit: 'kB', bound: bounds.deviceList.kilobytes },
      { name: `${name}, requests`, value: list.requests, unit: '', bound: bounds.deviceList.requests },
      { name: `${name}, again`, value: again.kilobytes, unit: 'kB', bound: bounds.again.kilobytes },
      {
        name: `its first row, cold, processor ${slowdown} × slower, median of ${rounds}`,
        value: quantile(shown, 0.5),
        unit: 'ms',
        bound: 1_500,
      },
    ]
  })

export default firstPage
