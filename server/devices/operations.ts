import { randomUUID } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { mayControlPhones, seesEverything } from '../../domain/roles.ts'
import type { Relay } from '../relay/relay.ts'
import type { ControlLeases } from './control-leases.ts'
import { requireService } from '../http/needs.ts'
import type { AddressPlaces, Place } from './addresses/address-places.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { csvFile, csvTime, type CsvColumn } from '../http/csv.ts'
import { deviceFilter } from './filter.ts'
import { messages } from '../http/messages.ts'
import { Refusal } from '../http/refusal.ts'
import { sealTicket, type ViewerTicket } from '../relay/tickets.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { DeviceEntry } from '../store/device-list.ts'

/** How long a viewer has to present its ticket, in milliseconds. */
const ticketLifetime = 30_000

/** A phone as the contract shows it. */
const toDevice = (entry: DeviceEntry, { country, isp }: Place): Schemas['Device'] => ({
  ...entry, // Whole: leaving fields out would cost more than all else that is done to a page; the contract shows its own.
  egress_country: country,
  egress_isp: isp,
  environment:
    entry.environment_id === null || entry.environment_name === null || entry.market === null
      ? null
      : { id: entry.environment_id, name: entry.environment_name, market: entry.market },
  in_use_by: entry.in_use_by === null ? null : { id: entry.in_use_by, user_name: entry.holder_name ?? '' },
})

/** What the exported file shows of each phone. */
const exported = (addressPlaces: AddressPlaces): CsvColumn<DeviceEntry>[] => [
  { header: { zh: '名称', en: 'Name' }, cell: ({ name }) => name },
  { header: { zh: '序列号', en: 'Serial number' }, cell: ({ serial }) => serial },
  { header: { zh: '状态', en: 'Status' }, cell: ({ status }) => status },
  { header: { zh: '盒子', en: 'Box' }, cell: ({ box_name }) => box_name },
  { header: { zh: '槽位', en: 'Slot' }, cell: ({ slot }) => slot },
  { header: { zh: '归属用户', en: 'Owner' }, cell: ({ owner_name }) => owner_name },
  { header: { zh: '环境', en: 'Environment' }, cell: ({ environment_name }) => environment_name },
  { header: { zh: '使用者', en: 'In use by' }, cell: ({ holder_name }) => holder_name },
  { header: { zh: '地区', en: 'Region' }, cell: ({ region }) => region },
  { header: { zh: '型号', en: 'Model' }, cell: ({ model }) => model },
  { header: { zh: '安卓版本', en: 'Android version' }, cell: ({ android_version }) => android_version },
  { header: { zh: '分辨率', en: 'Resolution' }, cell: ({ resolution }) => resolution },
  { header: { zh: '电量', en: 'Battery' }, cell: ({ battery }) => battery },
  { header: { zh: '出口 IP', en: 'Egress address' }, cell: ({ egress_ip }) => egress_ip },
  { header: { zh: '国家/地区', en: 'Country' }, cell: ({ egress_ip }) => addressPlaces.of(egress_ip).country },
  { header: { zh: '运营商', en: 'Provider' }, cell: ({ egress_ip }) => addressPlaces.of(egress_ip).isp },
  { header: { zh: '最后在线', en: 'Last seen' }, cell: ({ last_seen_at }) => csvTime(last_seen_at) },
  { header: { zh: '备注', en: 'Note' }, cell: ({ note }) => note },
]

interface Ports {
  addressPlaces: AddressPlaces
  controlLeases: ControlLeases
  secret: Uint8Array
  relay: Relay
}

export const deviceOperations = defineOperations(({ addressPlaces, controlLeases, secret, relay }: Ports) => ({
  deviceList: async ({ caller, query, store }) => {
    const page = { limit: query.limit, skip: query.skip }
    const { items, total } = await store.devices.byOffset(caller, deviceFilter(query), sortOrder(query.sort), page)
    return { items: items.map((entry) => toDevice(entry, addressPlaces.of(entry.egress_ip))), total }
  },

  deviceListByCursor: async ({ caller, query, store }) => {
    const page = { limit: query.limit, cursor: query.cursor }
    const found = await store.devices.byCursor(caller, deviceFilter(query), sortOrder(query.sort), page)
    if (found === undefined)
      throw new Refusal(codes.invalidInput, messages.invalidInput, { cursor: messages.badCursor })
    const items = found.items.map((entry) => toDevice(entry, addressPlaces.of(entry.egress_ip)))
    return { items, next_cursor: found.next_cursor, total: found.total }
  },

  deviceExport: async ({ caller, query, store, language }) => {
    const phones = store.devices.walk(caller, deviceFilter(query), sortOrder(query.sort))
    return csvFile('devices', exported(addressPlaces), phones, language)
  },

  /** Phones the caller may use at once and phones in use; admin and security have no quota but the fleet. */
  deviceThread: async ({ caller, store }) => {
    const [thread_number, using_number] = await Promise.all([
      seesEverything(caller.role) ? store.devices.count(caller, {}) : store.users.quotaOf(caller.id),
      store.devices.inUse(caller),
    ])
    return { thread_number, using_number }
  },

  /** A ticket for the relay; with `mode=control` it takes the phone's control lease first. */
  deviceStreamPoint: async ({ caller, query, store, client }) => {
    if (query.mode === 'control' && !mayControlPhones(caller.role))
      throw new Refusal(codes.notAllowed, messages.observeOnly)
    const device = await store.devices.visible(caller, query.id)
    if (device === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)

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
    if (device === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)
    const controller = await store.controlLeases.holder(device.id)
    return {
      device_id: device.id,
      status: device.status,
      controller: controller ? { id: controller.id, user_name: controller.user_name } : null,
      controlled_since: controller?.taken_at ?? null,
      observers: relay.audience(device.id).observers,
    }
  },
}))
