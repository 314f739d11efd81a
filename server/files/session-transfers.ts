import type { ServerResponse } from 'node:http'

/** What is being sent to or taken from sessions for a while: exports and uploads, which are not to outlive them. */
export class SessionTransfers {
  readonly #going = new Map<string, Set<ServerResponse>>()

  /** Follows a transfer until its response is closed. */
  follow(sessionId: string, response: ServerResponse): void {
    if (response.closed) return
    const going = this.#going.get(sessionId) ?? new Set()
    this.#going.set(sessionId, going.add(response))
    response.once('close', () => {
      going.delete(response)
      if (going.size === 0 && this.#going.get(sessionId) === going) this.#going.delete(sessionId)
    })
  }

  sessionIds(): Iterable<string> {
    return this.#going.keys()
  }

  /** Breaks off everything of a session that has ended. */
  signOut(sessionId: string): void {
    // The connection: half a file must not look like a whole one, and what is still coming is not taken in.
    for (const { socket } of this.#going.get(sessionId) ?? []) socket?.destroy()
  }
}
