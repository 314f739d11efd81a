import { networkOf } from '../http/client-address.ts'

/** How long a key waits after it has used up its free failures, doubling with each further one. Milliseconds. */
const [firstWait, maxWait] = [10_000, 5 * 60_000]
/** A key that has not failed for so long begins anew. Milliseconds. */
const memory = 15 * 60_000
const maxKeys = 50_000

interface Tries {
  failures: number
  failedAt: number
  /** Being judged. */
  pending: number
  /** Those who wait for one to be judged. */
  waiting: (() => void)[]
}

/** Failures by key. Each one beyond the free ones makes its key wait longer; none closes it for good. */
class GrowingWaits {
  readonly #free: number
  /** Those that failed last stand last. */
  readonly #tries = new Map<string, Tries>()

  constructor(free: number) {
    this.#free = free
  }

  isClosed(key: string): boolean {
    const { failures, failedAt } = this.#of(key)
    const wait = failures < this.#free ? 0 : Math.min(firstWait * 2 ** (failures - this.#free), maxWait)
    return failedAt + wait > Date.now()
  }

  /** Where those that are being judged could close the key: resolves once one of them was. */
  judgement(key: string): Promise<void> | undefined {
    const { failures, pending, waiting } = this.#of(key)
    if (pending === 0 || failures + pending < this.#free) return undefined
    return new Promise((resolve) => waiting.push(resolve))
  }

  begin(key: string): void {
    const tries = this.#of(key)
    tries.pending += 1
    this.#tries.set(key, tries)
  }

  end(key: string, failed: boolean): void {
    const tries = this.#of(key)
    tries.pending -= 1
    this.#tries.delete(key)
    if (failed) {
      tries.failures += 1
      tries.failedAt = Date.now()
    }
    if (tries.failures > 0 || tries.pending > 0) this.#tries.set(key, tries)
    for (const resolve of tries.waiting.splice(0)) resolve()
    if (this.#tries.size > maxKeys) this.#forgetOldest()
  }

  #of(key: string): Tries {
    const tries = this.#tries.get(key)
    if (tries && (tries.pending > 0 || tries.failedAt + memory > Date.now())) return tries
    return { failures: 0, failedAt: 0, pending: 0, waiting: [] }
  }

  #forgetOldest(): void {
    for (const [key, { pending }] of this.#tries) {
      if (pending === 0) this.#tries.delete(key)
      if (this.#tries.size <= maxKeys * 0.9) return
    }
  }
}

/** Who tries to sign in. */
interface Guesser {
  userName: string
  ip: string
  /** The device, where this user has signed in on it before. */
  device: string | undefined
}

/**
 * Slows down whoever guesses passwords: failures count, successes don't. A user's own devices are counted by themselves,
 * so that no stranger's guesses keep the user out; once all of them together have guessed much, they are strangers, too.
 */
export class LoginGuard {
  readonly #byUserAndNetwork = new GrowingWaits(10)
  readonly #byUser = new GrowingWaits(100)
  readonly #byNetwork = new GrowingWaits(60)
  readonly #byDevice = new GrowingWaits(10)
  readonly #byDevicesOfUser = new GrowingWaits(30)

  /**
   * Has a try judged, which counts from its beginning: those sent at once are no more than those sent in turn.
   *
   * @param judge whether the password is right; where it throws, nothing was guessed
   * @returns undefined where the try has to wait instead
   */
  async judged(guesser: Guesser, judge: () => Promise<boolean>): Promise<boolean | undefined> {
    let counted: [GrowingWaits, string][]
    for (;;) {
      counted = this.#counted(guesser)
      if (counted.some(([waits, key]) => waits.isClosed(key))) return undefined
      const other = counted.map(([waits, key]) => waits.judgement(key)).find((one) => one !== undefined)
      if (other === undefined) break
      await other
    }
    for (const [waits, key] of counted) waits.begin(key)
    let failed = false
    try {
      const right = await judge()
      failed = !right
      return right
    } finally {
      for (const [waits, key] of counted) waits.end(key, failed)
    }
  }

  #counted({ userName, ip, device }: Guesser): [GrowingWaits, string][] {
    const name = userName.toLowerCase()
    if (device !== undefined && !this.#byDevicesOfUser.isClosed(name))
      return [
        [this.#byDevice, device],
        [this.#byDevicesOfUser, name],
      ]
    const network = networkOf(ip)
    return [
      [this.#byUserAndNetwork, `${network} ${name}`],
      [this.#byUser, name],
      [this.#byNetwork, network],
    ]
  }
}
