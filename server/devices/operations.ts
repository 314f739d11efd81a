import { randomUUID } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { mayControlPhones, seesEverything } from '../../domain/roles.ts'
import type { ControlLeases } from './control-leases.ts'
import { requireService } from '../http/needs.ts'
import type { AddressPlaces, Place } from './addresses/address-places.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { csvFile, timeColumn, type CsvColumn } from '../http/csv.ts'
import { deviceFilter } from './filter.ts'
import { mayTakeOver } from './rules.ts'
import { reason } from '../../texts/reason.ts'
import { badCursor, Refusal } from '../http/refusal.ts'
import { selectionOf } from '../http/selection.ts'
import { sealTicket, type ViewerTicket } from '../relay/tickets.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { DeviceEntry } from '../store/device-list.ts'

/** How long a viewer has to present its ticket, in milliseconds. */
const ticketLifetime = 30_000
/** People that are named before they are interrupted. */
const maxHolders = 20

/** A phone as the contract shows it. */
const toDevice = (entry: DeviceEntry, { country, isp }: Place): Schemas['Device'] => ({
  id: entry.id,
  name: entry.name,
  serial: entry.serial,
  box_id: entry.box_id,
  box_name: entry.box_name,
  slot: entry.slot,
  owner_id: entry.owner_id,
  owner_name: entry.owner_name,
  region: entry.region,
  model: entry.model,
  android_version: entry.android_version,
  resolution: entry.resolution,
  status: entry.status,
  status_reason: entry.status_reason,
  battery: entry.battery,
  temperature: entry.temperature,
  cpu: entry.cpu,
  memory: entry.memory,
  storage: entry.storage,
  egress_ip: entry.egress_ip,
  egress_country: country,
  egress_isp: isp,
  proxy: entry.proxy,
  environment:
    entry.environment_id === null || entry.environment_name === null || entry.market === null
      ? null
      : { id: entry.environment_id, name: entry.environment_name, market: entry.market },
  in_use_by: entry.in_use_by === null ? null : { id: entry.in_use_by, user_name: entry.holder_name ?? '' },
  in_use_since: entry.in_use_since,
  last_seen_at: entry.last_seen_at,
  note: entry.note,
  start_settings: entry.start_settings,
})

/** What the exported file shows of each phone. */
const exported = (addressPlaces: AddressPlaces): CsvColumn<DeviceEntry>[] => [
  { header: 'exports.devices.name', cell: ({ name }) => name },
  { header: 'exports.devices.serial', cell: ({ serial }) => serial },
  { header: 'exports.devices.status', cell: ({ status }) => status },
  { header: 'exports.devices.box', cell: ({ box_name }) => box_name },
  { header: 'exports.devices.slot', cell: ({ slot }) => slot },
  { header: 'exports.devices.owner', cell: ({ owner_name }) => owner_name },
  { header: 'exports.devices.environment', cell: ({ environment_name }) => environment_name },
  { header: 'exports.devices.holder', cell: ({ holder_name }) => holder_name },
  { header: 'exports.devices.region', cell: ({ region }) => region },
  { header: 'exports.devices.model', cell: ({ model }) => model },
  { header: 'exports.devices.android_version', cell: ({ android_version }) => android_version },
  { header: 'exports.devices.resolution', cell: ({ resolution }) => resolution },
  { header: 'exports.devices.battery', cell: ({ battery }) => battery },
  { header: 'exports.devices.egress_ip', cell: ({ egress_ip }) => egress_ip },
  { header: 'exports.devices.country', cell: ({ egress_ip }) => addressPlaces.of(egress_ip).country },
  { header: 'exports.devices.isp', cell: ({ egress_ip }) => addressPlaces.of(egress_ip).isp },
  timeColumn('exports.devices.last_seen_at', ({ last_seen_at }) => last_seen_at),
  { header: 'exports.devices.note', cell: ({ note }) => note },
]

interface Ports {
  addressPlaces: AddressPlaces
  controlLeases: ControlLeases
  secret: Uint8Array
  audience: (deviceId: number) => { observers: number }
}

export const deviceOperations = defineOperations(({ addressPlaces, controlLeases, secret, audience }: Ports) => ({
  deviceList: async ({ caller, query, store }) => {
    const page = { limit: query.limit, skip: query.skip }
    const { items, ...total } = await store.devices.byOffset(caller, deviceFilter(query), sortOrder(query.sort), page)
    return { items: items.map((entry) => toDevice(entry, addressPlaces.of(entry.egress_ip))), ...total }
  },

  deviceHolders: async ({ caller, body, store }) => {
    const selection = selectionOf(body)
    const which = 'ids' in selection ? selection : deviceFilter(selection.matching)
    const found = await store.devices.holders(caller, which, maxHolders)
    return { held: found[0]?.held ?? 0, items: found.map(({ held: _held, ...holder }) => holder) }
  },

  deviceListByCursor: async ({ caller, query, store }) => {
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.devices.byCursor(caller, deviceFilter(query), sortOrder(query.sort), page)
    if (found === undefined) throw badCursor()
    const items = found.items.map((entry) => toDevice(entry, addressPlaces.of(entry.egress_ip)))
    return { ...found, items }
  },

  deviceExport: async ({ caller, query, store, language }) => {
    const phones = store.devices.walk(caller, deviceFilter(query), sortOrder(query.sort))
    return csvFile('devices', exported(addressPlaces), phones, language)
  },

  /** Phones the caller may use at once and has in use; admin and security have no quota but the fleet. */
  deviceThread: async ({ caller, store: { devices, users } }) => {
    const [thread_number, using_number] = await Promise.all(
      seesEverything(caller.role)
        ? [devices.count(caller), devices.inUse(caller)]
        : [users.quotaOf(caller.id), devices.heldBy(caller.id)],
    )
    return { thread_number, using_number }
  },

  /** A ticket for the relay; with `mode=control` it takes the phone's control lease first. */
  deviceStreamPoint: async ({ caller, query, store, client }) => {
    if (query.mode === 'control' && !mayControlPhones(caller.role))
      throw new Refusal(codes.notAllowed, reason('devices.reason.observeOnly'))
    const device = await store.devices.visible(caller, query.id)
    if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))

    if (device.status === 'deleted') throw new Refusal(codes.stateForbids, reason('devices.reason.deleted'))
    if (query.mode === 'control') requireService(caller)
    const taking = { takeOver: query.take_over, ip: client.ip }
    const ticket: ViewerTicket = {
      kind: 'viewer',
      device_id: device.id,
      box_id: device.box_id,
      serial: device.serial,
      mode: query.mode,
      user: { id: caller.id, user_name: caller.user_name },
      session_id: caller.session_id,
      lease_id:
        query.mode === 'control'
          ? await store.transaction((tx) => controlLeases.take(tx, caller, device.id, taking))
          : null,
      nonce: randomUUID(),
      expires_at: Date.now() + ticketLifetime,
    }
    return {
      relay_url: '/relay/viewer',
      ticket: sealTicket(secret, ticket),
      expires_at: ticket.expires_at,
      mode: query.mode,
    }
  },

  /** Who has the phone's control lease; an environment may be open on a phone that nobody controls. */
  deviceRemoteSession: async ({ caller, query, store }) => {
    const device = await store.devices.visible(caller, query.id)
    if (device === undefined) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    const controller = await store.controlLeases.holder(device.id)
    return {
      device_id: device.id,
      status: device.status,
      controller: controller ? { id: controller.id, user_name: controller.user_name } : null,
      controlled_since: controller?.taken_at ?? null,
      may_take_over:
        controller !== undefined &&
        mayControlPhones(caller.role) &&
        (await mayTakeOver(store, caller, controller, device)),
      observers: audience(device.id).observers,
    }
  },
}))
