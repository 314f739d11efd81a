import { fromCallback, type EventObject } from 'xstate'

/** Tells whether the browser has a network: at once, and whenever that changes. */
export function watchNetwork(listener: (isThere: boolean) => void): () => void {
  const tell = (): void => listener(navigator.onLine)
  tell()
  globalThis.addEventListener('online', tell)
  globalThis.addEventListener('offline', tell)
  return () => {
    globalThis.removeEventListener('online', tell)
    globalThis.removeEventListener('offline', tell)
  }
}

/** Reports when the browser finds its network again. */
export const networkWatch = fromCallback<EventObject, undefined, { type: 'network returned' }>(({ sendBack }) => {
  let wasThere = true
  return watchNetwork((isThere) => {
    if (isThere && !wasThere) sendBack({ type: 'network returned' })
    wasThere = isThere
  })
})
