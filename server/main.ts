import { BadConfig, readConfig } from './config/config.ts'
import { isKept, tellKeeper } from './embedded/keeper.ts'
import { startEdge } from './start/edge.ts'
import { startServer } from './start/server.ts'
import type { FirstAccount } from './start/first-accounts.ts'
import { openLogFiles } from './start/log-file.ts'
import { welcome } from './start/welcome.ts'

/** What is not down so long after it has left never will be. Milliseconds. */
const shutdownTimeout = 25_000

/** Says what people need to know, apart from the log: on standard error, and the passwords nowhere else. */
const say = (lines: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stderr.write(`\n${lines.join('\n')}\n\n`, (error) => (error ? reject(error) : resolve()))
  })

const introduce = (accounts: readonly FirstAccount[], passwordsAreChosen: boolean): Promise<void> =>
  say(
    passwordsAreChosen
      ? [`Accounts (password: SEED_PASSWORD): ${accounts.map(({ user_name }) => user_name).join(', ')}`]
      : [
          'First accounts. Their passwords are shown this once and kept nowhere:',
          ...accounts.map(({ user_name, password }) => `  ${user_name.padEnd(10)}${password}`),
        ],
  )

async function main(): Promise<void> {
  const stopAsked = new Promise<void>((resolve) => {
    // `disconnect`: whoever started us with a channel wants us to go when it goes. Asked again, by npm or an impatient
    // hand, we go on stopping in order.
    for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => resolve())
  })
  // A fault that nobody caught leaves nobody knows what: everything is stopped in order, and whoever watches starts anew.
  const fault = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve))

  const config = readConfig(process.env)
  const maxEnd = config.drainSeconds * 1_000 + shutdownTimeout
  void stopAsked.then(() => setTimeout(() => process.exit(1), maxEnd).unref())
  const isWatched = process.stdout.isTTY // Then the log is not for whoever reads what follows.
  let firstAccounts: readonly FirstAccount[] = []
  const tell = (accounts: readonly FirstAccount[]): Promise<void> => {
    firstAccounts = accounts
    return introduce(accounts, config.seedPassword !== undefined)
  }
  const logTo = isWatched ? await openLogFiles(config.dataDir) : undefined
  const server = config.edge ? await startEdge(config, config.edge, logTo) : await startServer(config, tell, logTo)
  tellKeeper({ port: Number(new URL(server.url).port) })
  await say(
    isWatched && !config.edge
      ? welcome(server.url, firstAccounts, config.dataDir)
      : [`Phonedeck is ready: ${server.url}`],
  )
  const failure = await Promise.race([stopAsked, fault, server.died.catch((error: unknown) => error)])
  if (failure === undefined) await server.leave()
  // What runs beside a server that is started again goes on without it.
  if (failure === undefined || !isKept()) await server.stop()
  if (failure !== undefined) throw failure
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof BadConfig ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    )
    process.exit(error instanceof BadConfig ? 2 : 1)
  },
)
