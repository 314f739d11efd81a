import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AddressPlaces } from '../devices/addresses/address-places.ts'
import { serveApiDocs } from '../http/api-docs.ts'
import { at } from '../config/bad-surroundings.ts'
import { codes } from '../../domain/codes.ts'
import { drawCaptcha } from '../people/captcha-picture.ts'
import { Captchas } from '../people/captchas.ts'
import { HeldConnections } from '../http/held-connections.ts'
import { openKeys } from './keys.ts'
import { LogHeads } from '../log/heads.ts'
import { LoginGuard } from '../people/login-guard.ts'
import { SessionTransfers } from '../files/session-transfers.ts'
import { Sessions } from '../http/sessions.ts'
import type { Config } from '../config/config.ts'
import { serveConsole } from '../http/console-files.ts'
import { type Contract, readContract } from '../http/contract.ts'
import { serveContract } from '../http/contract-routes.ts'
import { recognisePeer } from '../broker/access.ts'
import { EmbeddedBroker } from '../broker/embedded-broker.ts'
import { shareFirstPhones } from '../embedded/first-phones.ts'
import { settleDemoFleet } from '../demo/demo-fleet.ts'
import { EmbeddedFleet } from '../embedded/fleet.ts'
import { openFileStorage } from '../files/file-storage.ts'
import { Files } from '../files/files.ts'
import { serveTransfers, Transfers } from '../files/transfers.ts'
import { serveUploads } from '../files/uploads.ts'
import { JobQueue } from '../jobs/queue.ts'
import { Runs } from '../jobs/jobs.ts'
import { Screenshots } from '../jobs/screenshots.ts'
import { Timetable } from '../jobs/timetable.ts'
import { figuresOf } from '../http/figures.ts'
import { serveHealth } from '../http/health.ts'
import { serveMetrics } from '../http/metrics.ts'
import { operations } from './operations.ts'
import { operationLimits } from '../http/operation-limits.ts'
import { BoxCommands } from '../boxes/commands.ts'
import { BoxEvents } from '../boxes/events.ts'
import { BoxTunnels } from '../boxes/tunnels.ts'
import { boxEndsTopic, type Broker, sessionEndsTopic } from '../broker/broker.ts'
import { ControlLeases } from '../devices/control-leases.ts'
import type { JoinedBroker } from '../broker/joined-broker.ts'
import { keepPhones } from '../devices/phones.ts'
import { PhoneWorks } from '../devices/phone-works.ts'
import { Upgrades } from '../http/upgrades.ts'
import { UserNews } from '../messages/announce.ts'
import { UserSockets } from '../messages/user-socket.ts'
import { Relay } from '../relay/relay.ts'
import { Terminals } from '../relay/terminals.ts'
import { relayTimings } from '../relay/timings.ts'
import { ReportSweep } from '../reports/sweep.ts'
import { dialledUrlOf } from '../http/server-url.ts'
import type { Services } from './services.ts'
import { startDatabase, type StartedDatabase } from './start-database.ts'
import type { DatabaseAddress } from '../store/database.ts'
import { type TellAccounts, tellFirstAccounts } from './first-accounts.ts'
import { RightChanges } from '../store/right-changes.ts'
import { openStore, type Store } from '../store/store.ts'
import { presetOf } from '../devices/stream-presets.ts'
import { undoTime } from '../log/kept-changes.ts'
import { emptyTrash } from '../environments/trash.ts'
import { startSweeps } from './sweeps.ts'

/** The longest message of a broker client over websockets, in bytes; what it may be made of is the broker's matter. */
const brokerMessageLimit = 1024 * 1024

/** Starts everything that a server is made of, on its HTTP server and its database, and answers its URL. */
export async function startControlPlane(
  config: Config,
  app: FastifyInstance,
  address: DatabaseAddress,
  tell: TellAccounts,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const contract = readContract()
  const database = await startDatabase(config, address, app.log, cleanup)
  const { services, userSockets, upgrades, broker } = await assemble(config, app, database, cleanup)

  await serve(app, contract, services, userSockets, upgrades, database)
  void broker.problem().then((problem) => problem && app.log.error({ problem }, 'the broker is of little use'))
  cleanup.defer(() => app.close())
  await at(
    `HOST=${config.host} PORT=${config.port}`,
    app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' }),
  )
  const url = localUrl(app, config)
  const fleet = new EmbeddedFleet({
    phones: config.phones,
    dataDir: config.dataDir,
    serverUrl: url,
    tls: config.tls !== undefined,
    store: services.store,
    broker,
    log: app.log,
  })
  cleanup.defer(() => fleet.stop())
  await fleet.start()
  const demo = settleDemoFleet({ app, store: services.store, sessions: services.sessions, fleet })
  cleanup.defer(() => demo.stop())
  if (config.captcha) void drawCaptcha('').catch((error: unknown) => app.log.error({ err: error }, 'captchas fail'))
  await tellFirstAccounts(database.db, config.seedPassword, tell)
  return url
}

/** The broker and everything that lives on store and broker, wired together. */
async function assemble(
  config: Config,
  app: FastifyInstance,
  { db, address }: StartedDatabase,
  cleanup: AsyncDisposableStack,
) {
  const { log } = app
  const { secret, log: logKey } = await openKeys(db, config)
  const store = openStore(db, logKey)
  const logHeads = new LogHeads(config.dataDir, store, log)
  const addressPlaces = new AddressPlaces(config, log)
  const sessions = new Sessions(store, secret)
  const upgrades = new Upgrades(config)
  const broker = await startBroker(config, app, upgrades, { store, sessions, secret })
  const controlLeases = new ControlLeases(store, broker)
  const commands = new BoxCommands(broker)
  const boxTunnels = new BoxTunnels(store, broker, commands, secret, log)
  const relay = new Relay(
    {
      secret,
      summon: async (stream, ticket) => commands.stream(stream, ticket, presetOf(stream.quality)),
      renewLeases: (ids) => controlLeases.renew(ids),
      releaseLease: (id) => controlLeases.release(id),
      log,
    },
    { ...relayTimings, controlIdle: config.controlIdleMinutes * 60_000 },
  )
  const terminals = new Terminals({
    secret,
    summon: (terminal, ticket) => commands.terminal(terminal, ticket),
    typed: (deviceId, userId) => relay.used(deviceId, userId),
    log,
  })
  const userSockets = new UserSockets()
  const sessionTransfers = new SessionTransfers()
  const userNews = new UserNews(store, broker, userSockets, log)
  const phoneWorks = new PhoneWorks(broker)
  const transfers = new Transfers(secret)
  const phones = keepPhones({ store, broker, works: phoneWorks, transfers, leases: controlLeases, addressPlaces, log })
  const queue = new JobQueue(address, log)
  const files = new Files(await openFileStorage(config), store, broker, log)
  cleanup.defer(() => files.stop())
  const runs = new Runs({
    store,
    queue,
    works: phoneWorks,
    transfers,
    care: phones.care,
    openings: phones.openings,
    screenshots: new Screenshots(files, config),
    broker,
    userNews,
    log,
  })
  const timetable = new Timetable(store, runs, log)
  const boxEvents = new BoxEvents(
    store,
    broker,
    addressPlaces,
    {
      onLost(deviceId, reason) {
        relay.phoneLost(deviceId, reason)
        terminals.phoneLost(deviceId, reason)
      },
      onReady(deviceId) {
        relay.phoneBack(deviceId)
        phones.operations.phoneReady(deviceId)
      },
      onTunnel: (boxId, report) => boxTunnels.heard(boxId, report),
      onAgentLost: (tx, box) => boxTunnels.agentLost(tx, box),
      onRegistered: (box) => shareFirstPhones(store, broker, box),
      onResult({ commandId, ok, message }) {
        if (!ok) terminals.summonsFailed(commandId, message)
        const deviceId = commands.deviceOf(commandId)
        if (deviceId === undefined || ok) return
        log.warn({ device_id: deviceId, reason: message }, 'an agent could not do as told')
        relay.summonsFailed(deviceId, message)
      },
      onWork: (boxId, event) => phoneWorks.received(boxId, event),
    },
    log,
  )
  cleanup.defer(() => boxEvents.settled()) // Last: the broker's end is an event too, for the agents it loses.
  cleanup.defer(() => broker.close())
  await boxEvents.listen()
  const brokerConnections = {
    sessionIds: () => broker.sessionIds(),
    signOut: (sessionId: string) => broker.dropSession(sessionId),
  }
  const rightChanges = new RightChanges(db, address, log)
  cleanup.defer(() => rightChanges.stop())
  const held = new HeldConnections([brokerConnections, userSockets, relay, terminals, sessionTransfers], {
    sessions,
    store,
    changes: rightChanges,
    log,
  })
  cleanup.defer(() => held.stop())
  await broker.subscribe(sessionEndsTopic, (_topic, sessionId) =>
    held.sessionEnded(sessionId, codes.signedOutElsewhere),
  )
  await broker.subscribe(boxEndsTopic, (_topic, boxId) => broker.dropBox(Number(boxId)))
  await userNews.listen()
  await runs.listen()
  cleanup.defer(() => phones.operations.stop())
  queue.start()
  cleanup.defer(async () => {
    await queue.stop()
    runs.stop()
  })
  const reportSweep = new ReportSweep(store, config.reportTimeZone)
  const sweeps = startSweeps(
    [
      { name: 'leases', every: 5_000, run: () => controlLeases.sweep() },
      { name: 'phones at work', every: 5_000, run: () => phones.operations.sweep() },
      { name: 'phones out of time', every: 5_000, run: () => phones.care.sweep() },
      { name: 'silent boxes', every: 15_000, run: () => boxEvents.sweep() },
      { name: 'checksums', every: 30_000, run: () => files.check() },
      { name: 'unwanted files', every: 60_000, run: () => files.forget() },
      { name: 'unwanted records', every: 60_000, run: () => files.forgetObjects() },
      { name: 'old sessions', every: 600_000, run: () => sessions.forgetOld() },
      { name: 'log heads', every: 60_000, run: () => logHeads.publish() },
      { name: 'timed tasks', every: 2_000, run: () => timetable.sweep() },
      { name: 'undos', every: 60_000, run: () => store.undos.forget(Date.now() - undoTime) },
      { name: 'trash', every: 3_600_000, run: () => emptyTrash(store, Date.now()) },
      { name: 'old runs', every: 3_600_000, run: () => runs.sweep() },
      { name: 'reports', every: 30_000, run: () => reportSweep.rollUp() },
      { name: 'tallies and shared addresses', every: 30_000, run: () => reportSweep.tidy() },
    ],
    log,
  )
  cleanup.defer(() => sweeps.stop())
  const services: Services = {
    config,
    store,
    secret,
    logKey,
    logHeads,
    sessions,
    sessionTransfers,
    controlLeases,
    boxTunnels,
    files,
    broker,
    userNews,
    relay,
    terminals,
    phoneWorks,
    transfers,
    phoneCare: phones.care,
    openings: phones.openings,
    runs,
    captchas: new Captchas(store),
    loginGuard: new LoginGuard(),
    limits: operationLimits(),
    addressPlaces,
  }
  return { services, userSockets, upgrades, broker }
}

async function startBroker(
  config: Config,
  app: FastifyInstance,
  upgrades: Upgrades,
  known: { store: Store; sessions: Sessions; secret: Uint8Array },
): Promise<Broker> {
  let joined: JoinedBroker | undefined
  const embedded = await EmbeddedBroker.start({
    recognise: (given) => recognisePeer(known, given),
    onAgentPublish: (topic, payload) => joined?.publish(topic, payload, 1),
    log: app.log,
  })
  upgrades.add({
    path: '/mqtt',
    protocol: 'mqtt',
    maxPayload: brokerMessageLimit,
    enter: (socket) => embedded.handleWebSocket(socket),
  })
  if (config.mqttPort !== undefined)
    await at(`MQTT_PORT=${config.mqttPort}`, embedded.listen(config.mqttPort, config.host))
  if (config.mqttUrl !== undefined) {
    const { JoinedBroker } = await import('../broker/joined-broker.ts') // One server alone starts faster without.
    joined = await JoinedBroker.join(embedded, config.mqttUrl, app.log)
  }
  return joined ?? embedded
}

/** Everything that the HTTP server answers. */
async function serve(
  app: FastifyInstance,
  contract: Contract,
  services: Services,
  userSockets: UserSockets,
  upgrades: Upgrades,
  { db }: StartedDatabase,
): Promise<void> {
  const { config, store, sessions, broker, files, relay, terminals } = services
  serveMetrics(app, figuresOf({ store, broker, relay, terminals, userSockets }), config.metricsToken)
  serveHealth(app, {
    database: {
      isEssential: true,
      problem: () => sql`select 1`.execute(db).then(() => undefined),
    },
    broker: { isEssential: false, problem: () => broker.problem() },
    ...(config.s3 && { files: { isEssential: false, problem: () => files.storage.check().then(() => undefined) } }),
  })
  serveContract(app, contract, operations, services, {
    authenticate: ({ headers, query }, { tokenInQuery }) => {
      const { token } = tokenInQuery ? (query as { token?: unknown }) : {}
      const given = headers['x-token'] ?? token
      return sessions.recognise(typeof given === 'string' ? given : undefined)
    },
    clientOf: (request) => {
      const dialledUrl = dialledUrlOf(request)
      return { ip: request.ip, dialledUrl, serverUrl: config.publicUrl ?? dialledUrl }
    },
  })
  await serveUploads(app, services)
  await serveTransfers(app, services)
  await serveApiDocs(app, contract.text)
  await serveConsole(app, config.consoleDir)
  userSockets.register(upgrades, sessions)
  upgrades.register(app)
  const allowedOrigins = config.publicUrl ? [config.publicUrl.origin] : []
  const rules = { allowedOrigins, trustedProxies: config.trustedProxies }
  relay.register(app, rules)
  terminals.register(app, rules)
}

function localUrl(app: FastifyInstance, config: Config): string {
  const { port } = app.server.address() as AddressInfo // It listens on TCP, so it has one.
  const everywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = everywhere ? '127.0.0.1' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`
}
