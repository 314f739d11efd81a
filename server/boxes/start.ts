import type { FastifyBaseLogger } from 'fastify'
import { isPresent } from '../../domain/device-lifecycle.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { AddressPlaces } from '../devices/addresses/address-places.ts'
import type { Store } from '../store/store.ts'
import { BoxCommands } from './commands.ts'
import { configOperations } from './config-operations.ts'
import { enrolmentOperations } from './enrolment-operations.ts'
import { BoxEvents, type Listeners } from './events.ts'
import { PhoneAnnouncer } from './phone-announcer.ts'
import { boxOperations } from './operations.ts'
import { tunnelOperations } from './tunnel-operations.ts'
import { BoxTunnels } from './tunnels.ts'

interface Ports {
  config: Pick<Config, 'phones' | 'advertiseUrl'>
  store: Store
  secret: Uint8Array
  broker: Broker
  addressPlaces: AddressPlaces
  /** What becomes of what agents say of phones. */
  heard: Pick<Listeners, 'onRegistered' | 'onCommand'> & {
    /** A phone is gone, of a box at this server or another. */
    onLost(deviceId: number, why: Reason): void
    /** A phone is ready, and was not. */
    onReady(deviceId: number): void
    /** An agent could not do as told; where a stream was wanted, of this phone. */
    onFailed(command: { id: string; deviceId: number | undefined; why: Reason | null }): void
  }
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** Boxes: what their agents are told, and what they say. */
export function startBoxes({ config, store, secret, broker, addressPlaces, heard, log, cleanup }: Ports) {
  const commands = new BoxCommands(broker, config.advertiseUrl)
  const boxTunnels = new BoxTunnels(store, broker, commands, secret, log)
  const phoneAnnouncer = new PhoneAnnouncer(broker, ({ id, lost }) =>
    lost === null ? heard.onReady(id) : heard.onLost(id, lost),
  )
  const listeners: Listeners = {
    onRegistered: heard.onRegistered,
    onCommand: heard.onCommand,
    onPhones: (phones) => phoneAnnouncer.announce(phones),
    onTunnel: (boxId, report) => boxTunnels.heard(boxId, report),
    onAgentLost: (tx, box) => boxTunnels.agentLost(tx, box),
    onResult({ commandId, ok, why }) {
      const deviceId = commands.deviceOf(commandId)
      if (ok) return
      if (deviceId !== undefined) log.warn({ device_id: deviceId, reason: why }, 'an agent could not do as told')
      heard.onFailed({ id: commandId, deviceId, why })
    },
  }
  const events = new BoxEvents(store, broker, addressPlaces, listeners, log)
  cleanup.defer(() => events.settled())
  return {
    commands,
    /** Why no agent has a phone; undefined where one has. */
    async absence(deviceId: number): Promise<Reason | undefined> {
      const device = await store.devices.byId(deviceId)
      if (device !== undefined && isPresent(device.status)) return undefined
      return device?.status_reason ?? reason('devices.reason.lost')
    },
    async listen() {
      await phoneAnnouncer.listen()
      await events.listen()
    },
    sweeps: [{ name: 'silent boxes', every: 15_000, run: () => events.sweep() }],
    operations: {
      ...boxOperations({ broker, config }),
      ...configOperations({}),
      ...enrolmentOperations({ secret }),
      ...tunnelOperations({ secret, boxTunnels }),
    },
  }
}
