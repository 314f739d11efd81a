import type { PainterOrder, PainterReport, WorkerOrder } from './worker-messages.ts'
import { VideoPainter, type PainterReports } from './video-painter.ts'

let isPageHidden = false

function reportsTo(port: MessagePort, stream: number): PainterReports {
  const say = (report: PainterReport): void => port.postMessage(report)
  return {
    began: () => say({ type: 'began', stream }),
    shown: (pts) => say({ type: 'shown', stream, pts }),
    resized: (size) => say({ type: 'resized', stream, size }),
    stumbled: (message) => say({ type: 'stumbled', stream, message }),
    measured: (figures) => say({ type: 'measured', stream, figures }),
    drew: (frame) => port.postMessage({ type: 'drew', stream, frame } satisfies PainterReport, [frame]),
  }
}

/** Draws the video that is told of at the port. */
function draw(canvas: OffscreenCanvas, port: MessagePort): void {
  const painter = new VideoPainter(canvas, () => isPageHidden)
  port.addEventListener('message', ({ data: order }: MessageEvent<PainterOrder>) => {
    switch (order.type) {
      case 'start':
        return painter.start(reportsTo(port, order.stream))
      case 'play':
        return painter.play(order.packet)
      case 'stop':
        return painter.stop()
      case 'pace':
        return painter.pace(order.fps)
      case 'watch':
        return painter.watch(order.isWatched)
      case 'gestured':
        return painter.gestured()
      case 'close':
        painter.stop()
        return port.close()
    }
  })
  port.start()
}

self.addEventListener('message', ({ data: order }: MessageEvent<WorkerOrder>) => {
  if (order.type === 'draw') draw(order.canvas, order.port)
  else isPageHidden = order.isHidden
})
