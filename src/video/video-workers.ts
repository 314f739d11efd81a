import type { WorkerOrder } from './worker-messages.ts'

/** So many share a page's videos at most; one core is left to the page itself. */
const maxWorkers = 4

interface Crew {
  worker: Worker
  /** Hear that the worker is no more, and why: one for each of its videos. */
  videos: Set<(message: string) => void>
}
const crews = new Set<Crew>()

const say = ({ worker }: Crew, order: WorkerOrder, transfer: Transferable[] = []): void =>
  worker.postMessage(order, transfer)

function another(): Crew {
  const worker = new Worker(new URL('video-worker.ts', import.meta.url), { type: 'module', name: 'video' })
  const crew: Crew = { worker, videos: new Set() }
  const gone = new AbortController()
  const sayWhetherHidden = (): void => say(crew, { type: 'hidden', isHidden: document.hidden })
  document.addEventListener('visibilitychange', sayWhetherHidden, gone)
  sayWhetherHidden()
  // It could not be fetched, or made a mistake: whatever it holds is begun anew with another.
  worker.addEventListener('error', ({ message = '' }: Partial<ErrorEvent>) => {
    gone.abort()
    worker.terminate()
    crews.delete(crew)
    for (const fail of crew.videos) fail(message)
  })
  crews.add(crew)
  return crew
}

/**
 * Has a worker draw a video on the canvas, that with the fewest; what it is to draw is said at the port. `fail` hears that
 * the worker is no more. Answers how to end it.
 */
export function drawElsewhere(canvas: OffscreenCanvas, port: MessagePort, fail: (message: string) => void): () => void {
  const idlest = [...crews].toSorted((a, b) => a.videos.size - b.videos.size)[0]
  const room = Math.min(maxWorkers, Math.max(1, navigator.hardwareConcurrency - 1))
  const crew = idlest && (idlest.videos.size === 0 || crews.size >= room) ? idlest : another()
  crew.videos.add(fail)
  say(crew, { type: 'draw', canvas, port }, [canvas, port])
  return () => crew.videos.delete(fail)
}
