import type { TFunction } from 'i18next'
import { allows, isPresent, type DeviceEvent, type DeviceStatus } from '../../../domain/device-lifecycle.ts'
import type { Device } from '../../api/devices.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { worded } from '../../ui/worded.ts'

/** The states that are shown even where no phone is in them. */
export const everydayStatuses: readonly DeviceStatus[] = ['in_use', 'idle', 'booting', 'offline']

/** All of those that phones of the fleet can be in. */
export const deviceStatuses: readonly DeviceStatus[] = [
  'in_use',
  'preparing',
  'releasing',
  'changing_ip',
  'idle',
  'booting',
  'maintenance',
  'faulty',
  'offline',
]

const tones: Record<DeviceStatus, Tone> = {
  offline: 'off',
  booting: 'busy',
  idle: 'idle',
  preparing: 'busy',
  in_use: 'ok',
  releasing: 'busy',
  changing_ip: 'busy',
  maintenance: 'warn',
  faulty: 'danger',
  deleted: 'off',
}

/** A phone's state as it is shown: by colour and by word. */
export const shownStatus = (t: TFunction, status: DeviceStatus): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: worded(t, `devices.status.${status}`, () => t(`devices.status.${status}`)),
})

const reasonOf = (t: TFunction, status: DeviceStatus): string =>
  worded(t, `devices.reason.${status}`, () => t(`devices.reason.${status}`))

/** Why a phone's picture can't be had now; undefined where it can. */
export const whyNoScreen = (t: TFunction, { status }: Pick<Device, 'status'>): string | undefined =>
  isPresent(status) ? undefined : reasonOf(t, status)

/** Why the chart does not let this happen to a phone now; undefined where it does. */
export function whyNot(
  t: TFunction,
  { status, in_use_by, environment }: Pick<Device, 'status' | 'in_use_by' | 'environment'>,
  type: DeviceEvent['type'],
): string | undefined {
  const life = { status, before: null, held: in_use_by !== null, occupied: environment !== null }
  return allows(life, { type }) ? undefined : reasonOf(t, status)
}
