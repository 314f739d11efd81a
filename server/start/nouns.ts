import type { FastifyBaseLogger } from 'fastify'
import { startBoxes } from '../boxes/start.ts'
import { recognisePeer } from '../broker/access.ts'
import { startBroker } from '../broker/start.ts'
import type { Config } from '../config/config.ts'
import { startDashboard } from '../dashboard/start.ts'
import { sampleOperations } from '../demo/sample-operations.ts'
import { AddressPlaces } from '../devices/addresses/address-places.ts'
import { startDevices } from '../devices/start.ts'
import { startEvents } from '../events/start.ts'
import { shareFirstPhones } from '../embedded/first-phones.ts'
import { startEnvironments } from '../environments/start.ts'
import { startFiles } from '../files/start.ts'
import type { Operations } from '../http/contract.ts'
import { Sessions } from '../http/sessions.ts'
import { Upgrades } from '../http/upgrades.ts'
import { startJobs } from '../jobs/start.ts'
import { startOperationLog } from '../log/start.ts'
import { startMessages } from '../messages/start.ts'
import { startPeople } from '../people/start.ts'
import { startRelay } from '../relay/start.ts'
import { startReports } from '../reports/start.ts'
import { openStore } from '../store/store.ts'
import { holdConnections } from './held.ts'
import type { StartedDatabase } from './start-database.ts'
import { startSweeps } from './sweeps.ts'

export type StartedNouns = Awaited<ReturnType<typeof startNouns>>

/**
 * Starts each noun with what it needs of the others. What a noun needs of one that starts after it, it is given as a function:
 * nothing is heard and nothing is swept before all of them are there.
 */
export async function startNouns(
  config: Config,
  { db, keys: { secret, log: logKey, push: pushKeys }, address }: StartedDatabase,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
) {
  const store = openStore(db, logKey)
  const sessions = new Sessions(store, secret)
  const upgrades = new Upgrades(config)
  const broker = await startBroker({
    config,
    upgrades,
    recognise: (given) => recognisePeer({ store, sessions, secret }, given),
    newConnection: (boxId) => store.boxes.newConnection(boxId),
    log,
  })
  const addressPlaces = new AddressPlaces(config, log)
  const everywhere = { config, store, secret, sessions, broker, addressPlaces, log, cleanup }

  const files = await startFiles(everywhere)
  const boxes = startBoxes({
    ...everywhere,
    heard: {
      onLost: (deviceId, why) => relayed.phoneLost(deviceId, why),
      onReady(deviceId) {
        relayed.phoneBack(deviceId)
        devices.workflows.phoneReady(deviceId)
      },
      onFailed: ({ id, deviceId, why }) => relayed.commandFailed(id, deviceId, why),
      onCommand: (boxId, event) => devices.phoneCommands.received(boxId, event),
      onRegistered: (box) => shareFirstPhones(store, broker, box),
    },
  })
  cleanup.defer(() => broker.close()) // Its end is an event too, for the agents it loses: boxes hear it before they settle.
  const relayed = startRelay({
    ...everywhere,
    upgrades,
    commands: boxes.commands,
    absence: (id) => boxes.absence(id),
    renewLeases: (ids) => devices.controlLeases.renew(ids),
    releaseLease: (id) => devices.controlLeases.release(id),
  })
  const messages = startMessages({ ...everywhere, upgrades, pushKeys })
  const held = holdConnections({
    ...everywhere,
    db,
    address,
    kinds: [messages.userSockets, ...relayed.kinds, files.sessionTransfers],
  })
  const { userAnnouncer } = messages
  const environments = startEnvironments({
    ...everywhere,
    userAnnouncer,
    workflows: {
      begin: (tx, workflow) => devices.workflows.begin(tx, workflow),
      callOff: (tx, device, why, now) => devices.workflows.callOff(tx, device, why, now),
    },
    beginJob: (tx, person, action, chosen) => jobs.jobs.beginWith(tx, person, action, chosen),
  })
  const { openings } = environments
  const devices = startDevices({ ...everywhere, audience: relayed.audience, openings, transfers: files.transfers })
  const { controlLeases, phoneCare, phoneCommands } = devices
  const jobs = startJobs({
    ...everywhere,
    address,
    files: files.files,
    transfers: files.transfers,
    phoneCommands,
    phoneCare,
    openings,
    userAnnouncer,
  })
  const people = startPeople({ ...everywhere, controlLeases, userAnnouncer })
  const undos = { ...people.undos, ...devices.undos, ...environments.undos, ...jobs.undos }
  const operationLog = startOperationLog({ ...everywhere, files: files.files, logKey, undos })
  const reports = startReports(everywhere)
  const dashboard = startDashboard({ ...everywhere, userAnnouncer })
  const events = await startEvents({ ...everywhere, userAnnouncer })

  await boxes.listen()
  await held.listen()
  await messages.listen()
  await jobs.listen()
  const nouns = [
    boxes,
    dashboard,
    devices,
    environments,
    events,
    files,
    jobs,
    messages,
    operationLog,
    people,
    relayed,
    reports,
  ]
  const sweeps = startSweeps(
    nouns.flatMap((noun) => noun.sweeps),
    log,
  )
  cleanup.defer(() => sweeps.stop())
  return {
    store,
    sessions,
    broker,
    upgrades,
    files,
    relayed,
    logProblem: operationLog.problem,
    gauges: { devices: devices.gauges, events: events.gauges, messages: messages.gauges, relay: relayed.gauges },
    operations: {
      ...boxes.operations,
      ...dashboard.operations,
      ...sampleOperations({ broker, controlLeases, userAnnouncer }),
      ...devices.operations,
      ...environments.operations,
      ...events.operations,
      ...files.operations,
      ...jobs.operations,
      ...messages.operations,
      ...operationLog.operations,
      ...people.operations,
      ...reports.operations,
    } satisfies Operations,
  }
}
