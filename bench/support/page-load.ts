import type { BrowserContext } from 'playwright'

/** What a browser asked for until a page showed what it was opened for. */
export interface PageLoad {
  /** Answers with their headers, as they crossed the wire, in kB. */
  kilobytes: number
  /** The page's own, its files and its calls; websockets are among them. */
  requests: number
  /** From the navigation until it was there, in milliseconds of the page's clock. */
  shownAfter: number
  /** In the order in which they were asked for. */
  asked: { what: string; kilobytes: number }[]
}

export interface LoadOptions {
  /** What the page was opened for: a CSS selector. */
  until: string
  /** How many times slower than this machine the page's processor is. */
  slowdown?: number
}

declare global {
  interface Window {
    noteShown(after: string): void
  }
}

/** Runs in the page, before its scripts: tells when something that matches first stands in it. */
function tellWhenShown(selector: string): void {
  const watch = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return
    watch.disconnect()
    window.noteShown(String(performance.now()))
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Opens a page as somebody does who follows a link, and answers what it took until an element that matches was there. */
export async function loadPage(
  context: BrowserContext,
  url: string,
  { until, slowdown = 1 }: LoadOptions,
): Promise<PageLoad> {
  const page = await context.newPage()
  const debuggee = await context.newCDPSession(page)
  await debuggee.send('Network.enable')
  await debuggee.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const asked = new Map<string, { what: string; at: number; bytes: number }>()
  let begun = Infinity
  debuggee.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return // What the page carries in itself.
    begun = Math.min(begun, timestamp)
    asked.set(requestId, { what: new URL(request.url).pathname, at: timestamp, bytes: 0 })
  })
  debuggee.on('Network.requestServedFromCache', ({ requestId }) => asked.delete(requestId))
  debuggee.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) asked.delete(requestId)
  })
  debuggee.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = asked.get(requestId)
    if (request !== undefined) request.bytes = encodedDataLength
  })
  debuggee.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, timestamp }) => {
    asked.set(requestId, { what: 'a websocket', at: timestamp, bytes: 0 })
  })
  // The page is asked nothing meanwhile: Playwright's own ways of waiting run scripts of theirs in it, at every frame.
  const { promise: shown, resolve: noteShown } = Promise.withResolvers<string>()
  debuggee.on('Runtime.bindingCalled', ({ name, payload }) => name === 'noteShown' && noteShown(payload))
  await debuggee.send('Runtime.enable')
  await debuggee.send('Runtime.addBinding', { name: 'noteShown' })
  await debuggee.send('Page.enable')
  const source = `(${tellWhenShown.toString()})(${JSON.stringify(until)})`
  await debuggee.send('Page.addScriptToEvaluateOnNewDocument', { source })
  await page.goto(url, { waitUntil: 'commit' })
  const shownAfter = Number(await shown)
  await page.waitForLoadState('networkidle')
  await page.close()
  const last = begun + shownAfter / 1_000
  const counted = [...asked.values()].filter(({ at }) => at <= last)
  return {
    kilobytes: counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    requests: counted.length,
    shownAfter,
    asked: counted.map(({ what, bytes }) => ({ what, kilobytes: bytes / 1_000 })),
  }
}
