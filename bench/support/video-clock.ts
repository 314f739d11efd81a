import type { Page } from 'playwright'

declare global {
  interface Window {
    /** When each frame was drawn on a canvas, in milliseconds of the page's clock. */
    drawnAt: number[]
    /** How many frames were drawn on each canvas, by a name of it. */
    drawnOn: Map<string, number>
    /** When each websocket to the relay was opened. */
    dialledAt: number[]
    /** When something was said to the relay, and when a packet of it came. */
    saidAt: number[]
    heardAt: number[]
  }
}

/** Makes the page note when it dials the relay and when it draws. Call before the page is opened. */
export async function noteVideoFrames(page: Page): Promise<void> {
  page.on('worker', (worker) => void worker.evaluate(tellOfDrawing).catch(() => {})) // The page may have been closed by then.
  await page.addInitScript(() => {
    window.drawnAt = []
    window.drawnOn = new Map()
    window.dialledAt = []
    window.saidAt = []
    window.heardAt = []
    new BroadcastChannel('drawn').addEventListener(
      'message',
      ({ data: [canvas, at] }: MessageEvent<[string, number]>) => {
        window.drawnAt.push(at - performance.timeOrigin)
        window.drawnOn.set(canvas, (window.drawnOn.get(canvas) ?? 0) + 1)
      },
    )
    const Socket = window.WebSocket
    window.WebSocket = class extends Socket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        if (!String(url).includes('/relay/')) return
        window.dialledAt.push(performance.now())
        this.addEventListener('message', ({ data }) => {
          if (typeof data !== 'string') window.heardAt.push(performance.now())
        })
      }

      override send(...args: Parameters<WebSocket['send']>): void {
        window.saidAt.push(performance.now())
        super.send(...args)
      }
    }
  })
}

/** Runs in a worker. Tells the page of each frame that is drawn there, in milliseconds since 1970: their own clocks begin at different times. */
function tellOfDrawing(): void {
  const drawn = new BroadcastChannel('drawn')
  const names = new Map<OffscreenCanvas, string>()
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the context that it is called on
  const draw = OffscreenCanvasRenderingContext2D.prototype.drawImage
  OffscreenCanvasRenderingContext2D.prototype.drawImage = function drawAndTell(
    this: OffscreenCanvasRenderingContext2D,
    ...args: unknown[]
  ) {
    Reflect.apply(draw, this, args) // Its overloads are passed on as they came.
    const at = performance.timeOrigin + performance.now()
    const name = names.get(this.canvas) ?? crypto.randomUUID()
    names.set(this.canvas, name)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    drawn.postMessage([name, at])
  }
}
