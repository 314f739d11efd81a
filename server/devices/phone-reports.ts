import { isDeepStrictEqual } from 'node:util'
import type { Reason } from '../../domain/reason.ts'
import { unreachableStates, type PhoneReport } from '../../domain/box-protocol.ts'
import { moved } from './life.ts'
import type { DeviceRow } from '../store/devices.ts'

/**
 * While a phone is there, when it was last seen is written down so often: at each inventory, which comes every 60 s and
 * is saved as one statement, and not at the reports between. Milliseconds.
 */
const seenResolution = 55_000

/** The phone after its agent's report. What the report leaves out stays as it was. */
export function withReport(device: DeviceRow, report: PhoneReport, now: number): DeviceRow {
  const next = moved(device, { type: report.state === 'ready' ? 'ready' : 'starting' }, now) ?? device
  const seenAt = device.last_seen_at ?? 0
  return {
    ...next,
    model: report.model ?? device.model,
    android_version: report.android_version ?? device.android_version,
    resolution: report.resolution ?? device.resolution,
    battery: report.battery === undefined ? device.battery : Math.round(report.battery),
    temperature: rounded(report.temperature) ?? device.temperature,
    cpu: rounded(report.cpu) ?? device.cpu,
    memory: rounded(report.memory) ?? device.memory,
    storage: rounded(report.storage) ?? device.storage,
    egress_ip: report.ip ?? device.egress_ip,
    proxy: report.proxy ?? device.proxy,
    last_seen_at: next.status !== device.status || now - seenAt >= seenResolution ? now : device.last_seen_at,
  }
}

/** Whether it is what adb says of a phone that is away. */
const isOfAdb = (why: Reason | null): boolean =>
  unreachableStates.some((state) => why?.code === `boxes.refused.reasons.${state}`)

/** The phone once it is gone; while it is away, what adb says of it comes and goes. */
export function withLoss(device: DeviceRow, why: Reason, now: number): DeviceRow {
  const isOfAdbNow = isOfAdb(why) || isOfAdb(device.status_reason)
  if (device.status === 'offline' && device.status_before !== 'faulty' && isOfAdbNow)
    return { ...device, status_reason: why }
  const next = moved(device, { type: 'lost' }, now, device.status === 'faulty' ? device.status_reason : why)
  if (next === undefined) return device
  return next.status === device.status
    ? { ...next, status_reason: device.status_reason }
    : { ...next, last_seen_at: now }
}

/** Whether anything differs. */
export const isChanged = (before: DeviceRow, after: DeviceRow): boolean =>
  Object.entries(after).some(([field, value]) => !isDeepStrictEqual(before[field as keyof DeviceRow], value))

/** To one place, which is as exact as it is shown and as a `real` column gives it back. */
const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 10) / 10
