import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Within so long everything ends whose right has been taken (docs/operations.md, “Who may be here”). Milliseconds. */
const promised = 1_000

/**
 * The second in which something has to end, from now on. On a machine that is busy otherwise it is longer: by as long as two calls
 * that ask the database took meanwhile, for a look at the rights asks it twice.
 */
export class PromisedSecond {
  readonly #began = performance.now()
  readonly #longestCall: Promise<number>
  #isWatched = true

  constructor(server: Pick<TestServer, 'call'>) {
    this.#longestCall = this.#watch(() => server.call('v2/user/info', { token: 'nobody' }))
  }

  /** Sees that nothing ended too late, by when it did (`performance.now()`); returns when the second has passed. */
  async expectNoneLate(ended: ReadonlyMap<string, number>): Promise<void> {
    await pause(promised - (performance.now() - this.#began))
    this.#isWatched = false
    const bound = promised + 2 * (await this.#longestCall)
    const took = [...ended].map(([what, at]) => [what, Math.round(at - this.#began)] as const)
    expect(
      took.filter(([, after]) => after > bound),
      `later than ${Math.round(bound)} ms`,
    ).toEqual([])
  }

  /** Makes calls, one after the other; answers how long the longest took. Milliseconds. */
  async #watch(call: () => Promise<unknown>): Promise<number> {
    let longest = 0
    while (this.#isWatched) {
      const begun = performance.now()
      await call()
      longest = Math.max(longest, performance.now() - begun)
      await pause(10)
    }
    return longest
  }
}
