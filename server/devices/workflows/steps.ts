import { isIP } from 'node:net'
import type { AddressPlaces } from '../addresses/address-places.ts'
import type { Broker } from '../../broker/broker.ts'
import { announceDevice } from '../announce.ts'
import { isChanged } from '../phone-reports.ts'
import type { Transfers } from '../../files/transfers.ts'
import type { DeviceRow } from '../../store/devices.ts'
import type { WorkflowRow } from '../../store/workflow-queries.ts'
import type { Transaction } from '../../store/store.ts'
import type { WorkflowKind } from '../../store/tables.ts'
import type { StartCommand } from '../../../domain/command-protocol.ts'
import { proxySetting } from '../../../domain/proxy-setting.ts'
import type { Openings, Step, StepPlace } from './step.ts'
import { markOf, marking, readMark, unmarkedCode, unmarking, whereMarked } from './data-mark.ts'
import { restoreAppData, saveAppData, wipeAppData, wipePhone } from './app-data.ts'
import { changeIp } from './network.ts'
import { applySettings, type PhoneSettings } from './phone-settings.ts'

/** Milliseconds; what takes longer than the phone's time limit ends with that. */
const shortTime = 60_000
const longTime = 14 * 60_000

interface Ports {
  transfers: Transfers
  openings: Openings
  broker: Broker
  addressPlaces: AddressPlaces
}

const shell = (device: DeviceRow, script: string, timeout: number): StartCommand => ({
  type: 'shell',
  serial: device.serial,
  script,
  timeout,
})

/** What a step made of the phone's way out is known before its agent looks at it the next time. */
async function noteWayOut(
  tx: Transaction,
  { broker, addressPlaces }: Pick<Ports, 'broker' | 'addressPlaces'>,
  deviceId: number,
  wayOut: Partial<Pick<DeviceRow, 'egress_ip' | 'proxy'>>,
): Promise<void> {
  const device = await tx.devices.lock(deviceId)
  if (device === undefined) return
  const after = { ...device, ...wayOut }
  if (!isChanged(device, after)) return
  await tx.devices.save([after])
  const holders = device.in_use_by === null ? [] : [device.in_use_by]
  const holderPlaces = [...(await tx.users.pathsOf(holders)).values()]
  const egress = addressPlaces.of(after.egress_ip)
  tx.afterCommit(() => announceDevice(broker, { before: device, after, holderPlaces, egress }, Date.now()))
}

/** What the phone itself is to be started with. */
function settingsOf({ start_settings: { resolution, dpi, language, timezone } }: DeviceRow): PhoneSettings {
  const [width = 0, height = 0] = resolution?.split('x').map(Number) ?? []
  return {
    resolution: width > 0 && height > 0 ? { width, height } : null,
    dpi: dpi ?? null,
    ...(language && { language }),
    ...(timezone && { timezone }),
  }
}

/** Where a try to save goes: each has its own. */
const objectOf = ({ id, environment_id, attempts }: WorkflowRow): string =>
  `records/${environment_id ?? 0}/${id}-${attempts}`

/** Whether a phone says that the environment's data are on it. */
const isMarked = ({ workflow }: StepPlace, output: string): boolean =>
  output.trim() === markOf(workflow.environment_id ?? 0)

/** The steps of each kind of workflow, in their order. */
export function workflowSteps({
  transfers,
  openings,
  broker,
  addressPlaces,
}: Ports): Record<WorkflowKind, readonly Step[]> {
  /** An agent that says nothing of proxies would not say what becomes of this one, either. */
  const noteProxy = async ({ device }: StepPlace, proxy: string, tx: Transaction): Promise<void> => {
    if (device.proxy !== null) await noteWayOut(tx, { broker, addressPlaces }, device.id, { proxy })
  }
  const settings: Step = {
    name: 'settings',
    async command({ device, environment }, store) {
      const own = settingsOf(device)
      const region = await store.regions.byCode(environment?.region || device.region)
      const { host, port } = environment?.proxy ?? {}
      return shell(
        device,
        applySettings({
          ...own,
          ...(region && { timezone: region.timezone }),
          ...(environment?.timezone && { timezone: environment.timezone }),
          ...(environment?.language && { language: environment.language }),
          // Android's own setting takes no user and password: a proxy that asks for them has to know the address.
          proxy: host === undefined || port === undefined ? null : { host, port },
        }),
        shortTime,
      )
    },
    done: (place, _, tx) => noteProxy(place, proxySetting(place.environment?.proxy ?? null), tx),
  }
  const address: Step = {
    name: 'address',
    // Through a proxy it is the proxy's address that counts.
    command: async ({ device, environment }) => (environment?.proxy ? undefined : shell(device, changeIp(), shortTime)),
    async done({ device }, { output }, tx) {
      const address = output.trim().split('\n').at(-1) ?? ''
      if (isIP(address) !== 0) await noteWayOut(tx, { broker, addressPlaces }, device.id, { egress_ip: address })
    },
  }
  const check: Step = {
    name: 'check',
    command: async ({ device }) => shell(device, readMark(), shortTime),
    // A phone that was reset meanwhile is loaded again.
    done: async (place, { output }) => (isMarked(place, output) ? undefined : load.name),
  }
  const save: Step = {
    name: 'save',
    async command({ device, workflow }, store) {
      if (!workflow.saves) return undefined
      const object = objectOf(workflow)
      await store.unwantedObjects.expect(object, Date.now())
      const script = whereMarked(saveAppData(), workflow.environment_id ?? 0)
      return transfers.send({ serial: device.serial, script, timeout: longTime }, object)
    },
    answers: [unmarkedCode],
    async done({ device, workflow }, { ended: { exit_code } }, tx) {
      const environmentId = workflow.environment_id ?? 0
      if (exit_code === unmarkedCode) return openings.lost(tx, environmentId, device)
      const object = objectOf(workflow)
      const received = await tx.unwantedObjects.received(object)
      if (received === undefined) throw new Error('a record was saved without its bytes')
      const record = { environment_id: environmentId, device_id: device.id, object, ...received }
      await openings.saved(tx, record, workflow.record_id)
    },
  }
  const load: Step = {
    name: 'load',
    async command({ device, workflow }, store) {
      const environmentId = workflow.environment_id ?? 0
      if (workflow.record_id === null) return shell(device, marking(wipeAppData(), environmentId), shortTime)
      const record = await store.environmentRecords.byId(workflow.record_id)
      if (record === undefined) throw new Error(`record ${workflow.record_id} is gone`)
      const script = marking(restoreAppData(), environmentId)
      return transfers.receive({ serial: device.serial, script, timeout: longTime }, record.object, record)
    },
  }
  const wipe: Step = {
    name: 'wipe',
    command: async ({ device }) => shell(device, unmarking(wipePhone()), longTime),
  }
  const reset: Step = {
    name: 'reset',
    command: async ({ device }) => shell(device, applySettings({ ...settingsOf(device), proxy: null }), shortTime),
    done: (place, _, tx) => noteProxy(place, '', tx),
  }
  return {
    open: [settings, address, load, check],
    close: [save, wipe, reset],
    restore: [save, load, check],
    change_ip: [address],
  }
}
