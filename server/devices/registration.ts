import { maxPhonesPerBox, type PhoneReport, type RefusedPhone } from '../../domain/box-protocol.ts'
import type { BoxRow } from '../store/box-queries.ts'
import type { DeviceRow } from '../store/devices.ts'
import type { Transaction } from '../store/store.ts'
import type { DeviceChange } from './announce.ts'
import { withReport } from './phone-reports.ts'

/** A phone without a serial number goes by its address (agent/phone-survey.ts), and an address is no phone's own. */
const isAddress = (serial: string): boolean => /:\d+$|^emulator-/.test(serial)

interface Registration {
  changes: DeviceChange[]
  refused: RefusedPhone[]
}

/**
 * Lets phones into a box that it has not had, in its lowest free slots, until it is full. One that stands in another box
 * moves where that box has the same owner and the phone is gone from it; else it is refused, for two boxes must not claim
 * one phone. The box is locked, so that nobody takes its slots meanwhile.
 */
export async function register(
  tx: Transaction,
  box: BoxRow,
  reports: readonly PhoneReport[],
  now: number,
): Promise<Registration> {
  if (reports.length === 0) return { changes: [], refused: [] }
  const taken = await tx.devices.slotsOf(box.id)
  const room = Math.max(0, Math.min(box.slots, maxPhonesPerBox) - taken.size)
  const slots = freeSlots(taken)
  const places = await placesOf(tx, box, room === 0 ? [] : reports)
  const refused: RefusedPhone[] = []
  const newcomers: PhoneReport[] = []
  const movers: { before: DeviceRow; report: PhoneReport }[] = []
  for (const report of reports) {
    const { serial } = report
    const place = places.get(serial)
    if (place === 'elsewhere') refused.push({ serial, reason: 'elsewhere' })
    else if (newcomers.length + movers.length === room) refused.push({ serial, reason: 'full' })
    else if (place === undefined) newcomers.push(report)
    else movers.push({ before: place, report })
  }
  const moved: DeviceChange[] = []
  for (const { before, report } of movers) {
    const place = { box_id: box.id, slot: slots.next().value, region: box.region }
    const after = withReport(await tx.devices.move(before.id, place), report, now)
    moved.push({ before, after, boxName: box.name })
  }
  return { changes: [...moved, ...(await add(tx, box, newcomers, slots, now))], refused }
}

/** Where phones stand that are in other boxes: those that may come over are locked. */
async function placesOf(
  tx: Transaction,
  box: BoxRow,
  reports: readonly PhoneReport[],
): Promise<Map<string, DeviceRow | 'elsewhere'>> {
  const serials = reports.map(({ serial }) => serial).filter((serial) => !isAddress(serial))
  const places = new Map<string, DeviceRow | 'elsewhere'>()
  if (serials.length === 0) return places
  await tx.devices.takeTurns()
  for (const { id, serial, may_leave } of await tx.devices.elsewhere(box, serials)) {
    // Where it stands in several, none is to be believed.
    const row = may_leave && !places.has(serial) ? await tx.devices.lockUnlessLocked(id) : undefined
    places.set(serial, row ?? 'elsewhere')
  }
  return places
}

async function add(
  tx: Transaction,
  box: BoxRow,
  reports: readonly PhoneReport[],
  slots: Iterator<number, never>,
  now: number,
): Promise<DeviceChange[]> {
  if (reports.length === 0) return []
  const chosen = box.phone_owner_id === null ? undefined : await tx.users.byId(box.phone_owner_id)
  const owner = chosen?.deleted_at === null ? chosen : await tx.users.byId(box.owner_id)
  if (owner === undefined) throw new Error(`box ${box.id} belongs to nobody`)
  const devices = await tx.devices.add(
    reports.map(({ serial }) => {
      const slot = slots.next().value
      const name = `${box.code}-${String(slot).padStart(2, '0')}`
      return { box_id: box.id, slot, serial, name, owner_id: owner.id, owner_path: owner.path, region: box.region }
    }),
  )
  const reportOf = new Map(reports.map((report) => [report.serial, report]))
  const names = { boxName: box.name, ownerName: owner.user_name }
  return devices.map((device) => {
    const report = reportOf.get(device.serial)
    return { before: undefined, after: report ? withReport(device, report, now) : device, ...names }
  })
}

/** The lowest numbers, from 1, that are not taken. */
function* freeSlots(taken: ReadonlySet<number>): Generator<number, never> {
  for (let slot = 1; ; slot += 1) if (!taken.has(slot)) yield slot
}
