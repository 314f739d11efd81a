import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { Config } from '../config/config.ts'
import type { Transfers } from '../files/transfers.ts'
import { oldRowsSweep } from '../store/forget-old.ts'
import type { Store } from '../store/store.ts'
import { deviceActionOperations } from './action-operations.ts'
import type { AddressPlaces } from './addresses/address-places.ts'
import { deviceAppOperations } from './app-operations.ts'
import { PhoneCare } from './care.ts'
import { ControlLeases } from './control-leases.ts'
import { deviceEditOperations } from './edit-operations.ts'
import { deviceOperations } from './operations.ts'
import { PhoneCommands } from './phone-commands.ts'
import { deviceShellOperations } from './shell-operations.ts'
import { deviceTerminalOperations } from './terminal-operations.ts'
import { deviceUndos } from './undo.ts'
import type { Openings } from './workflows/step.ts'
import { workflowSteps } from './workflows/steps.ts'
import { Workflows } from './workflows/workflows.ts'

interface Ports {
  config: Pick<Config, 'keep'>
  store: Store
  secret: Uint8Array
  broker: Broker
  addressPlaces: AddressPlaces
  transfers: Transfers
  openings: Openings
  /** How many watch a phone, its controller not counted. */
  audience: (deviceId: number) => { observers: number }
  log: FastifyBaseLogger
  cleanup: AsyncDisposableStack
}

/** Phones: who has them, and what they are at. */
export function startDevices(ports: Ports) {
  const { config, store, secret, broker, addressPlaces, transfers, openings, audience, log, cleanup } = ports
  const controlLeases = new ControlLeases(store, broker)
  const phoneCommands = new PhoneCommands(broker)
  const steps = workflowSteps({ transfers, openings, broker, addressPlaces })
  const workflows = new Workflows({
    store,
    commands: phoneCommands,
    log,
    stepsOf: ({ kind }) => steps[kind],
    finish: (tx, claim) => phoneCare.finish(tx, claim),
    fail: (tx, claim, reason) => phoneCare.fail(tx, claim, reason),
  })
  cleanup.defer(() => workflows.stop())
  const phoneCare = new PhoneCare({ store, broker, workflows, openings, leases: controlLeases })
  return {
    controlLeases,
    phoneCommands,
    phoneCare,
    workflows,
    undos: deviceUndos({ broker }),
    sweeps: [
      { name: 'leases', every: 5_000, run: () => controlLeases.sweep() },
      { name: 'phones at work', every: 5_000, run: () => workflows.sweep() },
      { name: 'phones out of time', every: 5_000, run: () => phoneCare.sweep() },
      oldRowsSweep(store, 'workflows', config.keep),
      oldRowsSweep(store, 'addresses', config.keep),
    ],
    gauges: [
      {
        name: 'phonedeck_devices',
        help: 'Phones by status.',
        read: async () =>
          (await store.devices.countByStatus()).map(({ status, count }) => ({ labels: { status }, value: count })),
      },
    ],
    operations: {
      ...deviceOperations({ addressPlaces, controlLeases, secret, audience }),
      ...deviceActionOperations({ phoneCare }),
      ...deviceAppOperations({ phoneCommands }),
      ...deviceEditOperations({ broker }),
      ...deviceShellOperations({ phoneCommands }),
      ...deviceTerminalOperations({ secret }),
    },
  }
}
