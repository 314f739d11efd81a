import type { Adb } from '@yume-chan/adb'
import type { UnreachableState } from '../domain/box-protocol.ts'
import type { Reason } from '../domain/reason.ts'
import { pause } from './retry.ts'

/** What ends on a phone because that is lost ends at most so long before it is known, in milliseconds. */
const lossNotice = 200

/** A phone that can be spoken to, until it is lost. */
export interface PhoneConnection {
  /** What the backend calls it: `host:port`, or the adb server's serial number. Two phones never share one. */
  readonly address: string
  readonly adb: Adb
  /** Aborted when the phone can't be spoken to any more; `lossOf` tells why. */
  readonly lost: AbortSignal
  /** Whether a phone can dial back to this process through adb's reverse tunnels. */
  readonly canReverse: boolean
  /** Gives the connection up; the backend then tries to get a new one. */
  drop(reason: Reason): void
}

/** Why a phone was lost, once it is. */
export const lossOf = ({ lost }: PhoneConnection): Reason => lost.reason as Reason // Backends abort it with one.

/** Why something on a phone ended: that the phone was lost, which may become known a moment later, or else `why`. */
export async function lossOr<Why>(connection: PhoneConnection, why: Why): Promise<Reason | Why> {
  await pause(lossNotice, connection.lost)
  return connection.lost.aborted ? lossOf(connection) : why
}

/** A way to phones. It keeps looking for them, and for those that it lost, until it is closed. */
export interface AdbBackend {
  /**
   * Begins to look; every phone found, or found again, is announced.
   *
   * @param unreachable hears why a phone cannot be spoken to though it is there; undefined once that is over
   */
  start(
    found: (connection: PhoneConnection) => void,
    unreachable: (address: string, state: UnreachableState | undefined) => void,
  ): void
  close(): Promise<void>
}
