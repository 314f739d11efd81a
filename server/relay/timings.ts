import { maxLag } from '../../domain/stream-protocol.ts'

/** The relay's time limits, all in milliseconds. Tests shorten it. */
export const relayTimings = {
  /** A new socket presents its ticket within this. */
  hello: 5_000,
  /** A requested agent dials in within this. */
  dialIn: 10_000,
  /** Waits between tries to get an agent; the last one repeats. */
  backoff: [1_000, 2_000, 4_000, 10_000] as readonly number[],
  /** An agent that sent frames for so long has recovered: the next loss starts at the first wait. */
  recovered: 5_000,
  /** The video runs on for so long after its last viewer left. */
  linger: 1_000,
  /** Who comes and goes within so long is told to the others at once. */
  telling: 100,
  /** A lesser video is asked for when nobody has wanted the better one for so long. */
  easing: 3_000,
  /** Between two requests for a key frame. */
  keyRequests: 1_000,
  /** A viewer whose oldest unseen frame is older than this is skipped to the next key frame. */
  maxLag,
  /** A skipped viewer that acknowledges nothing is offered a key frame again after this. */
  offerAgain: 5_000,
  /** A viewer that acknowledges nothing for so long is closed. */
  maxSilence: 30_000,
  /** Between two looks at silent viewers and dead connections. */
  watch: 5_000,
  /** Between two renewals of the control leases. */
  renewal: 10_000,
  /** A controller that comes back within this keeps its lease. */
  leaseGrace: 5_000,
  /** A controller that does nothing for so long loses its lease; 0 where it never does. */
  controlIdle: 30 * 60_000,
  /** It is told so long before. */
  idleWarning: 60_000,
}

export type RelayTimings = typeof relayTimings
