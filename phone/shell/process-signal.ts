/** Why a process ended before its time: an `AbortSignal`'s reason. `signal` is Linux's number. */
export class Killed extends Error {
  override name = 'Killed'
  readonly signal: number

  constructor(signal: number) {
    super(`killed by signal ${signal}`)
    this.signal = signal
  }

  /** What a shell reports for it. */
  get exitCode(): number {
    return 128 + this.signal
  }
}

export const SIGNAL_NUMBERS: Record<string, number> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
  CONT: 18,
  STOP: 19,
}

/** The reason of an aborted signal, as the Killed that it is; aborts of any other kind count as SIGKILL. */
export function killedBy(signal: AbortSignal): Killed {
  const reason: unknown = signal.reason
  return reason instanceof Killed ? reason : new Killed(9)
}

/** Settles with `event`, or rejects with Killed when the signal comes first. `start` returns the un-listen. */
export function interruptible<T>(signal: AbortSignal, start: (done: (value: T) => void) => () => void): Promise<T> {
  if (signal.aborted) return Promise.reject(killedBy(signal))
  return new Promise((resolve, reject) => {
    const stop = start((value) => {
      signal.removeEventListener('abort', interrupted)
      resolve(value)
    })
    function interrupted() {
      stop()
      reject(killedBy(signal))
    }
    signal.addEventListener('abort', interrupted, { once: true })
  })
}

/** Waits, in milliseconds, unless killed. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return interruptible(signal, (done) => {
    // setTimeout overflows above 2^31-1 and would fire at once.
    const timer = setTimeout(done, Math.min(milliseconds, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  })
}
