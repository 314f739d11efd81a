import type { RemoteSnapshot } from '../../machines/remote/remote-session.ts'

/** What the operator reads about a remote session. */
export type RemotePhase =
  | 'asking'
  /** The server is at work on the phone. */
  | 'preparing'
  | 'connecting'
  | 'waiting'
  | 'live'
  | 'observing'
  /** The phone leaves what is done with it without an answer. */
  | 'silent'
  | 'reconnecting'
  | 'lost'
  | 'refused'
  | 'takenOver'
  /** Whoever controlled the phone does no longer. */
  | 'free'
  | 'idled'
  | 'confirming'
  | 'unavailable'
  | 'forbidden'
  | 'missing'
  | 'unsupported'
  | 'ended'

/** The state of a session in one word; every try after the first is part of one `reconnecting`. */
export function phaseOf({
  value,
  context: { failures, announcement, isBusy, isRechecked },
}: RemoteSnapshot): RemotePhase {
  const inside = typeof value === 'string' ? value : 'attached' in value ? value.attached : value.contested
  if (typeof inside !== 'string' && inside.live === 'silent') return 'silent'
  const state = typeof inside === 'string' ? inside : 'live'
  switch (state) {
    case 'awaiting':
      if (isBusy) return 'preparing'
      return failures > 0 ? 'reconnecting' : 'asking'
    case 'checking':
    case 'asking':
    case 'identifying':
      if (isRechecked) return 'unavailable'
      return failures > 0 ? 'reconnecting' : 'asking'
    case 'connecting':
    case 'waiting':
      return failures > 0 ? 'reconnecting' : state
    case 'interrupted':
      return 'reconnecting'
    case 'live':
      return announcement?.mode === 'control' ? 'live' : 'observing'
    default:
      return state
  }
}

/** Whether the operator has control that can be given up. */
export const mayRelease = (snapshot: RemoteSnapshot): boolean =>
  snapshot.matches({ attached: 'live' }) && snapshot.can({ type: 'observe' })
