import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

/** What is answered in so many milliseconds, or `late`. A server that is busy itself first reads what has come meanwhile. */
export async function inTime<T, Late>(asked: Promise<T> | T, timeout: number, late: Late): Promise<T | Late> {
  const clock = new AbortController()
  const isLate = pause(timeout, undefined, { signal: clock.signal, ref: false })
    .then(() => nextTurn(late))
    .catch(() => late) // By then something was answered.
  try {
    return await Promise.race([asked, isLate])
  } finally {
    clock.abort()
  }
}
