import { createSecureContext } from 'node:tls'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { networkOf } from './client-address.ts'
import { reasonOf } from '../config/bad-surroundings.ts'
import { BadConfig, type Config } from '../config/config.ts'
import { readInputs } from './contract-checks.ts'
import { answerFailures } from './failures.ts'
import { readJsonBodies } from './json-body.ts'

/** The longest body of a call, in bytes; files travel another way. */
const bodyLimit = 256 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may take as long as it likes. */
    takesLong?: boolean
  }
}

/** How long a body may take, in milliseconds. */
const bodyTimeout = 60_000

/** Whether browsers reach the server by HTTPS: its own, or a proxy's. */
const isSecure = ({ publicUrl, tls }: Config): boolean => tls !== undefined || publicUrl?.protocol === 'https:'

/** What the console's pages may load: their own origin, pictures they made themselves and users' own, and WebAssembly. */
const contentSecurity = (config: Config) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'self'"],
    connectSrc: ["'self'", ...(config.publicUrl ? [config.publicUrl.origin.replace(/^http/, 'ws')] : [])],
    fontSrc: ["'self'", 'data:'],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'], // An avatar's address is typed, and shown to its own user.
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"], // Blueprint and swagger-ui write style attributes.
    workerSrc: ["'self'", 'blob:'],
    ...(isSecure(config) && { upgradeInsecureRequests: [] }),
  },
})

/** A certificate and its key, which belong together. */
function pairOf(tls: { cert: Buffer; key: Buffer }): typeof tls {
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new BadConfig(`TLS_CERT, TLS_KEY: a certificate and its key are expected, as PEM: ${reasonOf(error)}`)
  }
  return tls
}

/** The HTTP server with everything that every route shares: limits, headers, failures, logs. */
export async function createApp(config: Config, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // The hook below does it.
    trustProxy: config.trustedProxies,
    bodyLimit,
    forceCloseConnections: true,
    requestTimeout: 0, // The hook below does it: some routes take longer.
    // Both kinds of server take the same requests; the types of Fastify tell them apart.
    ...(config.tls && ({ https: pairOf(config.tls) } as object)),
  })
  answerFailures(app)
  readJsonBodies(app)
  readInputs(app)
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody || routeOptions.config.takesLong) return
    const clock = setTimeout(() => raw.destroy(), bodyTimeout)
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(clock))
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = { req: request, status: reply.statusCode, ms: Number(reply.elapsedTime.toFixed(2)) }
    if (request.method === 'GET' && reply.statusCode < 400) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
  // Whatever does not say how long it may be kept is somebody's own.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store')
  })
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(config),
    strictTransportSecurity: isSecure(config),
    crossOriginOpenerPolicy: isSecure(config), // Browsers ignore it, with a warning, on plain HTTP.
    originAgentCluster: isSecure(config),
  })
  await app.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
  })
  return app
}
