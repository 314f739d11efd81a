import type { RemotePhase } from './remote-phase.ts'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The colour of each state of a remote session. */
export const phaseTone: Readonly<Record<RemotePhase, Tone>> = {
  asking: 'busy',
  preparing: 'busy',
  connecting: 'busy',
  waiting: 'busy',
  live: 'ok',
  observing: 'ok',
  silent: 'danger',
  reconnecting: 'warn',
  lost: 'danger',
  refused: 'warn',
  takenOver: 'warn',
  free: 'warn',
  idled: 'warn',
  confirming: 'warn',
  unavailable: 'off',
  forbidden: 'danger',
  missing: 'off',
  unsupported: 'danger',
  ended: 'off',
}
