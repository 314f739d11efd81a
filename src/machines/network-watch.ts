import { fromCallback, type EventObject } from 'xstate'

/** Reports when the browser finds its network again. */
export const networkWatch = fromCallback<EventObject, undefined, { type: 'network returned' }>(({ sendBack }) => {
  const tell = (): void => sendBack({ type: 'network returned' })
  globalThis.addEventListener('online', tell)
  return () => globalThis.removeEventListener('online', tell)
})
