import { setTimeout as pause } from 'node:timers/promises'
import { reasonOf } from '../config/bad-surroundings.ts'

/** What was found out about something that servers live on. */
export interface Finding {
  level: 'ok' | 'warning' | 'failed'
  /** What was looked at. */
  check: string
  /** How it is, and what to do where it is not well. */
  words: string
}

/** Looks at one thing, or at some that belong together. */
export interface Check {
  name: string
  look(): Promise<Finding[]>
}

export const ok = (check: string, words: string): Finding => ({ level: 'ok', check, words })
export const warning = (check: string, words: string): Finding => ({ level: 'warning', check, words })
export const failed = (check: string, words: string): Finding => ({ level: 'failed', check, words })

/** What has not answered by then is away. Milliseconds. */
const timeout = 15_000

/** Looks, in order, and yields what is found as soon as it is known. */
export async function* examine(checks: readonly Check[]): AsyncGenerator<Finding, void, void> {
  for (const check of checks) {
    const late = pause(timeout, [failed(check.name, `no answer in ${timeout / 1_000} s`)], { ref: false })
    yield* await Promise.race([check.look(), late]).catch((error: unknown) => [
      failed(check.name, reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error)),
    ])
  }
}
