import type { InspectionEvent } from 'xstate'
import { masked } from '../../packages/machines-inspector/src/recording/masking.ts'
import { pageActors } from './page-actors.ts'
import { pageGestures } from './page-gestures.ts'
import { pageRecorder } from './page-recorder.ts'
import { secrets } from './secrets.ts'

function collect(event: InspectionEvent): void {
  pageRecorder.observe(event)
  pageActors.collect(event)
}

/**
 * What the root actor's `inspect` is to be where the page is recorded. During development /__machines shows every actor as well, and
 * with `?inspect` in the address Stately's inspector hears of it, in a window that it opens; it is told no secrets.
 */
export async function watchMachines(search: string): Promise<(event: InspectionEvent) => void> {
  pageGestures.listen(window)
  if (!import.meta.env.DEV) return pageRecorder.observe
  if (!new URLSearchParams(search).has('inspect')) return collect
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const { inspect } = createBrowserInspector({
    sanitizeContext: (context) => masked(context, secrets) as Record<string, unknown>, // A context is an object, and stays one.
    sanitizeEvent: (event) => masked(event, secrets) as typeof event, // So is an event.
  })
  return (event) => {
    collect(event)
    inspect.next?.(event)
  }
}
