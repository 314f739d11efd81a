import type { Page } from 'playwright'

declare global {
  interface Window {
    /** When each frame was drawn on a canvas, in milliseconds of the page's clock. */
    drawnAt: number[]
    /** How many frames were drawn on each canvas. */
    drawnOn: Map<unknown, number>
    /** When each websocket to the relay was opened. */
    dialledAt: number[]
    /** When something was said to the relay, and when a packet of it came. */
    saidAt: number[]
    heardAt: number[]
  }
}

/** Makes the page note when it dials the relay and when it draws. Call before the page is opened. */
export async function noteVideoFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.drawnAt = []
    window.drawnOn = new Map()
    window.dialledAt = []
    window.saidAt = []
    window.heardAt = []
    // oxlint-disable-next-line typescript/unbound-method -- it is applied to the context that it is called on
    const draw = CanvasRenderingContext2D.prototype.drawImage
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(
      this: CanvasRenderingContext2D,
      ...args: unknown[]
    ) {
      Reflect.apply(draw, this, args) // Its overloads are passed on as they came.
      window.drawnAt.push(performance.now())
      window.drawnOn.set(this.canvas, (window.drawnOn.get(this.canvas) ?? 0) + 1)
    }
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
