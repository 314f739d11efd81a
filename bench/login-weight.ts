import { openBrowser } from '../tests/support/browser.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import type { Benchmark } from './figure.ts'

/** JavaScript and CSS that the login page loads, as they cross the wire. */
const loginWeight: Benchmark = async () => {
  const server = await spawnServer()
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    const debuggee = await page.context().newCDPSession(page)
    await debuggee.send('Network.enable')
    const kinds = new Map<string, string>()
    let bytes = 0
    debuggee.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    debuggee.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (kinds.get(requestId) === 'Script' || kinds.get(requestId) === 'Stylesheet') bytes += encodedDataLength
    })
    await page.goto(`${server.url}/login`)
    await page.getByLabel('用户名').waitFor()
    await page.waitForLoadState('networkidle')
    return [{ name: 'login page, JavaScript and CSS', value: bytes / 1_000, unit: 'kB', bound: 180 }]
  } finally {
    await browser.close()
    await server.stop()
  }
}

export default loginWeight
