import type { InspectionEvent } from 'xstate'
import { liveActors } from './live-actors.ts'
import { masked } from './masking.ts'

/**
 * For development: what the root actor's `inspect` is to be, so that /__machines can show every actor. With `?inspect` in
 * the address Stately's inspector hears of it as well, in a window that it opens; it is told no secrets.
 */
export async function watchMachines(search: string): Promise<(event: InspectionEvent) => void> {
  if (!new URLSearchParams(search).has('inspect')) return liveActors.collect
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const { inspect } = createBrowserInspector({
    sanitizeContext: (context) => masked(context) as Record<string, unknown>, // A context is an object, and stays one.
    sanitizeEvent: (event) => masked(event) as typeof event, // So is an event.
  })
  return (event) => {
    liveActors.collect(event)
    inspect.next?.(event)
  }
}
