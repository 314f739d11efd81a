import { setTimeout as delay } from 'node:timers/promises'

const waits = [1_000, 2_000, 4_000, 10_000] as const

/** Counts failures in a row and waits longer after each: 1, 2, 4, then always 10 seconds. */
export class Retry {
  #failures = 0
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  succeeded(): void {
    this.#failures = 0
  }

  /** Waits before the next try; returns at once when the signal, or another one in its place, is aborted. */
  async wait(signal = this.#signal): Promise<void> {
    const wait = waits[Math.min(this.#failures, waits.length - 1)]
    this.#failures += 1
    await pause(wait ?? 0, signal)
  }
}

/** Waits so many milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
