import type { TFunction } from 'i18next'
import { allows, type DeviceStatus } from '../../../domain/device-lifecycle.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { worded } from '../../ui/worded.ts'

export const deviceStatuses: readonly DeviceStatus[] = ['in_use', 'idle', 'booting', 'offline']

const tones: Record<DeviceStatus, Tone> = { offline: 'off', booting: 'busy', idle: 'idle', in_use: 'ok' }

/** A phone's state as it is shown: by colour and by word. */
export const shownStatus = (t: TFunction, status: DeviceStatus): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: worded(t, `devices.status.${status}`, () => t(`devices.status.${status}`)),
})

/** The states in which a phone's screen can be had: those in which the chart lets somebody take it. */
const withScreen: ReadonlySet<DeviceStatus> = new Set(
  deviceStatuses.filter((status) => allows(status, { type: 'taken' })),
)

/** Why a phone's screen can't be had now; undefined where it can. */
export function whyNoScreen(t: TFunction, status: DeviceStatus): string | undefined {
  if (withScreen.has(status)) return undefined
  const reason = status === 'booting' ? 'devices.reason.booting' : 'devices.reason.offline'
  return worded(t, reason, () => t(reason))
}
