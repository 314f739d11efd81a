import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { codes } from '../../domain/codes.ts'
import { reason } from '../../texts/reason.ts'
import { inTime } from './in-time.ts'
import { Refusal } from './refusal.ts'
import { showsToken } from './secrets.ts'
import type { WatchedPart } from './watched-part.ts'

type Labels = Record<string, string | number>

interface Sample {
  labels?: Labels
  value: number
}

/** A figure that is read when somebody asks. */
export interface Gauge {
  name: string
  help: string
  read: () => Promise<Sample[]> | Sample[]
}

const escape = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, labelValue]) => `${label}="${escape(labelValue)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

/** Upper bounds of the buckets of call durations, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 2.5] as const

/** Counts calls by route and status, and how long they take. */
class CallFigures {
  readonly #calls = new Map<string, { labels: Labels; count: number }>()
  readonly #buckets = buckets.map(() => 0)
  #seconds = 0
  #count = 0

  add(route: string, method: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    const call = this.#calls.get(key) ?? { labels: { route, method, status }, count: 0 }
    call.count += 1
    this.#calls.set(key, call)
    this.#count += 1
    this.#seconds += seconds
    for (const [index, bound] of buckets.entries())
      if (seconds <= bound) this.#buckets[index] = (this.#buckets[index] ?? 0) + 1
  }

  *lines(): Generator<string> {
    const total = 'phonedeck_http_requests_total'
    yield* [`# HELP ${total} Requests answered.`, `# TYPE ${total} counter`]
    for (const { labels, count } of this.#calls.values()) yield sample(total, labels, count)
    const duration = 'phonedeck_http_request_duration_seconds'
    yield* [`# HELP ${duration} Time to answer a request.`, `# TYPE ${duration} histogram`]
    for (const [index, le] of buckets.entries()) yield sample(`${duration}_bucket`, { le }, this.#buckets[index] ?? 0)
    yield sample(`${duration}_bucket`, { le: '+Inf' }, this.#count)
    yield sample(`${duration}_sum`, {}, this.#seconds)
    yield sample(`${duration}_count`, {}, this.#count)
  }
}

const isLoopback = (address: string | undefined): boolean => address === '::1' || /^(::ffff:)?127\./.test(address ?? '')

/** Whoever knows the token, or is on this machine; not whom a proxy on this machine speaks for. */
export function mayReadFigures({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return showsToken(headers, token)
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return isLoopback(socket.remoteAddress) && !isForwarded
}

export const memory: Gauge = {
  name: 'process_resident_memory_bytes',
  help: 'Memory of the process.',
  read: () => [{ value: process.memoryUsage.rss() }],
}

/** What `/readyz` says of each part. */
export const partsGauge = (parts: readonly WatchedPart[]): Gauge => ({
  name: 'phonedeck_part_up',
  help: 'Whether a part that the server lives on is as it has to be: 1, or 0.',
  read: () =>
    Promise.all(
      parts.map(async (part) => ({
        labels: { part: part.name },
        value: (await part.found()) === undefined ? 1 : 0,
      })),
    ),
})

/** How long one gauge may take: Prometheus waits 10 s for all. Milliseconds. */
const readTimeout = 3_000

/** What a gauge says; nothing where that can't be read, as while the database is away: the others are wanted then. */
async function gaugeLines({ name, help, read }: Gauge, log: FastifyBaseLogger): Promise<string[]> {
  try {
    const samples = await inTime(read(), readTimeout, undefined)
    if (samples === undefined) throw new Error(`no answer in ${readTimeout / 1_000} s`)
    const lines = samples.map(({ labels = {}, value }) => sample(name, labels, value))
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines]
  } catch (error) {
    log.warn({ err: error, gauge: name }, 'a figure can not be read')
    return []
  }
}

/** Serves figures at `/metrics`, in Prometheus' text format, to whoever knows the token; without one, to this machine. */
export function serveMetrics(app: FastifyInstance, gauges: readonly Gauge[], token: string | undefined): void {
  const calls = new CallFigures()
  app.addHook('onResponse', async (request, reply) => {
    calls.add(request.routeOptions.url ?? 'none', request.method, reply.statusCode, reply.elapsedTime / 1_000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadFigures(request, token)) throw new Refusal(codes.notAllowed, reason('call.notAllowed'))
    const read = await Promise.all(gauges.map((gauge) => gaugeLines(gauge, app.log)))
    const lines = [...calls.lines(), ...read.flat()]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
