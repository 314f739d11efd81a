import type { FastifyBaseLogger } from 'fastify'
import type { AddressPlaces } from './addresses/address-places.ts'
import type { Transfers } from '../files/transfers.ts'
import type { Broker } from '../broker/broker.ts'
import type { ControlLeases } from './control-leases.ts'
import type { PhoneWorks } from './phone-works.ts'
import type { Store } from '../store/store.ts'
import { EnvironmentOpenings } from '../environments/openings.ts'
import { operationSteps } from './workflows/steps.ts'
import { PhoneCare } from './care.ts'
import { PhoneOperations } from './workflows/workflows.ts'

interface Ports {
  store: Store
  broker: Broker
  works: PhoneWorks
  transfers: Transfers
  leases: ControlLeases
  addressPlaces: AddressPlaces
  log: FastifyBaseLogger
}

/** Everything that keeps phones going, wired together. */
export function keepPhones({ store, broker, works, transfers, leases, addressPlaces, log }: Ports) {
  const operations = new PhoneOperations({
    store,
    works,
    log,
    stepsOf: ({ kind }) => steps[kind],
    finish: (tx, id) => care.finish(tx, id),
    fail: (tx, id, reason) => care.fail(tx, id, reason),
  })
  const openings = new EnvironmentOpenings(broker, operations)
  const steps = operationSteps({ transfers, openings, broker, addressPlaces })
  const care = new PhoneCare({ store, broker, operations, openings, leases })
  return { operations, openings, care }
}
