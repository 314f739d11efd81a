import { RateWindow } from '../rate-window.ts'

const length = 5 * 60_000

/** Slows down whoever guesses passwords: failures count, successes don't. */
export class LoginGuard {
  /** Tight where one address tries one user, so that a stranger's tries hardly keep the user out. */
  readonly #byUserAndAddress = new RateWindow({ limit: 10, length })
  readonly #byUser = new RateWindow({ limit: 100, length })
  readonly #byAddress = new RateWindow({ limit: 60, length })

  /** Whether another try has to wait. */
  isClosed(userName: string, ip: string): boolean {
    return (
      this.#byUserAndAddress.isSpent(`${ip} ${userName}`) ||
      this.#byUser.isSpent(userName) ||
      this.#byAddress.isSpent(ip)
    )
  }

  noteFailure(userName: string, ip: string): void {
    this.#byUserAndAddress.take(`${ip} ${userName}`)
    this.#byUser.take(userName)
    this.#byAddress.take(ip)
  }
}
