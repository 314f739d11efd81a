import { connect } from 'node:net'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { reachEmbeddedData } from '../embedded/data.ts'
import { archiveCheck } from './archive-check.ts'
import { brokerCheck } from './broker-check.ts'
import { bucketCheck } from './bucket-check.ts'
import { ownCertificateCheck, publicCertificateCheck } from './certificates.ts'
import { databaseChecks } from './database-checks.ts'
import { diskCheck } from './disk-check.ts'
import { type Check, type Finding, examine, failed, ok, warning } from './finding.ts'
import { publicUrlCheck } from './public-url-check.ts'

/** Looks at everything that the settings name. An embedded database that no server runs on is started until `cleanup`. */
export async function* lookAtAll(
  config: Config,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): AsyncGenerator<Finding, void, void> {
  const { databaseUrl, mqttUrl, s3, tls, publicUrl } = config
  yield* examine([
    { name: 'server', look: () => server(config) },
    diskCheck(config),
    ...(tls ? [ownCertificateCheck(tls)] : []),
  ])
  yield* databaseUrl === undefined
    ? embedded(config, log, cleanup)
    : examine(databaseChecks(config, { url: databaseUrl }))
  yield* examine([
    ...(mqttUrl === undefined ? [] : [brokerCheck(mqttUrl)]),
    ...(s3 ? [bucketCheck(s3)] : []),
    ...(publicUrl?.protocol === 'https:' ? [publicCertificateCheck(publicUrl)] : []),
    ...(publicUrl ? [publicUrlCheck(publicUrl)] : []),
  ])
}

/** Whether something listens where this machine's server would. */
async function server({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding[]> {
  const socket = connect(port, host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)
  try {
    await once(socket, 'connect')
    return [ok('server', `listens at ${host}:${port}`)]
  } catch {
    return [warning('server', `none listens at ${host}:${port}; npm start runs one`)]
  } finally {
    socket.destroy()
  }
}

async function* embedded(
  config: Config,
  log: FastifyBaseLogger,
  cleanup: AsyncDisposableStack,
): AsyncGenerator<Finding, void, void> {
  let checks: Check[] = []
  yield* examine([
    {
      name: 'database',
      async look() {
        const found = await reachEmbeddedData(config, log, cleanup).catch((error: unknown) => {
          return error instanceof Error ? error : new Error(String(error))
        })
        if (found === undefined) return [ok('database', 'the first start makes it')]
        if (found instanceof Error) return [failed('database', `${found.message}; look at the log of the server`)]
        const { walArchive } = config
        checks = [
          ...databaseChecks(config, found),
          ...(walArchive === undefined ? [] : [archiveCheck(walArchive, found)]),
        ]
        return []
      },
    },
  ])
  yield* examine(checks)
}
