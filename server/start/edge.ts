import { randomBytes } from 'node:crypto'
import type { DestinationStream } from 'pino'
import type { Config, EdgeConfig } from '../config/config.ts'
import { createApp } from '../http/app.ts'
import { Departure } from '../http/departure.ts'
import { serveHealth } from '../http/health.ts'
import { memory, partsGauge, serveMetrics } from '../http/metrics.ts'
import { watchParts } from '../http/watched-part.ts'
import { ServerLine } from '../relay/server-line.ts'
import { relayWith } from '../relay/start.ts'
import { listen } from './listen.ts'
import { openLog } from './logging.ts'
import type { RunningServer } from './server.ts'

/**
 * Starts a relay without the rest of a server: no calls, no console, no sweeps, no database, no broker. All that it has to know it
 * asks a server.
 *
 * @param logTo where its log goes; standard output where it is left out
 */
export async function startEdge(config: Config, place: EdgeConfig, logTo?: DestinationStream): Promise<RunningServer> {
  await using cleanup = new AsyncDisposableStack()
  const log = openLog(config, logTo)
  const app = await createApp(config, log)
  const departure = new Departure(app)
  const line = new ServerLine(place, log)
  cleanup.defer(() => line.close())
  // Nobody but this process opens what it seals for agents, so nobody else has the key.
  const own = { gate: line, secret: randomBytes(32), log }
  const { relay, terminals, serve, gauges } = relayWith(config, {
    relay: {
      ...own,
      request: (stream, ticket) => line.requestStream(stream, ticket),
      absence: (deviceId) => line.absence(deviceId),
      renewLeases: (ids) => line.renewLeases(ids),
      releaseLease: (id) => line.releaseLease(id),
    },
    terminals: { ...own, request: (terminal, ticket) => line.requestTerminal(terminal, ticket) },
  })
  const parts = watchParts(app, { server: { isEssential: true, problem: async () => line.problem } })
  serveMetrics(app, [...gauges, partsGauge(parts), memory], config.metricsToken)
  serveHealth(app, config, departure, parts)
  serve(app)
  cleanup.defer(() => app.close())
  const url = await listen(app, config)
  cleanup.defer(() => departure.begin())
  line.start(relay, terminals)
  const running = cleanup.move()
  return {
    url,
    died: new Promise<never>(() => {}),
    leave: () => departure.announce(config.drainSeconds),
    stop: () => running.disposeAsync(),
  }
}
