/**
 * Calls back when the signal is aborted, at once if it is already. The answer takes the callback back: a promise on a
 * signal that lives long would keep everything that ever waited for it.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback()
    return () => {}
  }
  signal.addEventListener('abort', callback, { once: true })
  return () => signal.removeEventListener('abort', callback)
}

/** Waits until the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> => new Promise((resolve) => void onAbort(signal, resolve))

/** The promise's outcome, unless the signal is aborted first. @throws an error with the complaint then */
export async function unlessAborted<T>(
  signal: AbortSignal,
  promise: PromiseLike<T> | T,
  complaint: string,
): Promise<T> {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const forget = onAbort(signal, () => reject(new Error(complaint)))
  try {
    return await Promise.race([promise, broken])
  } finally {
    forget()
  }
}
