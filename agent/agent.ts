import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { BoxEvent } from '../domain/box-protocol.ts'
import type { AdbBackend } from './adb-backend.ts'
import { DirectBackend } from './adb-direct.ts'
import { AdbKeyFile } from './adb-key.ts'
import { ServerBackend } from './adb-server.ts'
import { BegunCommands } from './begun-commands.ts'
import { BoxHealthProbe } from './box-health.ts'
import { BoxLink } from './box-link.ts'
import { Commands } from './commands.ts'
import { enrol } from './enrolment.ts'
import { Inventory } from './inventory.ts'
import { log } from './log.ts'
import { PhoneMemory } from './phone-memory.ts'
import { PhoneReports } from './phone-reports.ts'
import { Retry } from './retry.ts'
import { Screens } from './screen.ts'
import { ScrcpyServer } from './scrcpy-server.ts'
import { ServerClock } from './server-clock.ts'
import type { Settings } from './settings.ts'
import { Tunnel } from './tunnel.ts'

/** Between two full inventories, in milliseconds. */
const inventoryInterval = 60_000

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}

/**
 * Runs the box's agent until the signal is aborted: finds phones, enrols, tells the servers what there is, and does
 * what they command.
 *
 * @throws WrongTokenError, SettingError
 */
export async function runAgent(settings: Settings, signal: AbortSignal): Promise<void> {
  const version = readVersion()
  const screens = new Screens(await ScrcpyServer.load(settings.scrcpyServerPath))
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  const clock = new ServerClock()
  const health = new BoxHealthProbe(settings.dataDir)
  let link: BoxLink | undefined

  const tell = (event: BoxEvent): void => link?.tell(event)
  const reports = new PhoneReports(tell)
  const memory = await PhoneMemory.open(settings.dataDir)
  const inventory = new Inventory(reports, memory)
  const tunnel = new Tunnel(settings.dataDir, (report) => tell({ type: 'tunnel', tunnel: report }))
  const begun = new BegunCommands(settings.dataDir)
  const commands = new Commands({
    inventory,
    begun,
    screens,
    tunnel,
    serverUrl: settings.serverUrl,
    clock,
    answer: tell,
  })
  const tellEverything = async (): Promise<void> => {
    const read = await health.read()
    const { reports, unreachable } = inventory
    tell({
      type: 'inventory',
      agent_version: version,
      agent_boot: begun.boot,
      health: read,
      phones: reports,
      tunnel: tunnel.report,
      ...(unreachable.length > 0 && { unreachable }),
    })
  }

  const phones = openBackend(settings, memory)
  phones.start(
    (connection) => void inventory.follow(connection),
    (address, state) => inventory.noteUnreachable(address, state),
  )
  clock.keepBy(settings.serverUrl)
  const timer = setInterval(() => void tellEverything(), inventoryInterval)
  try {
    const retry = new Retry(signal)
    while (!signal.aborted) {
      const enrolment = await enrol(settings, { version, clock }, signal)
      if (!enrolment) break
      log.info('enrolled', { box_id: enrolment.boxId, name: enrolment.name })
      const ended = Promise.withResolvers<'refused' | 'stopped'>()
      const stop = (): void => ended.resolve('stopped')
      signal.addEventListener('abort', stop)
      link = new BoxLink(enrolment, {
        connected() {
          retry.succeeded()
          void tellEverything()
        },
        command: (payload) => commands.receive(payload),
        refused: () => ended.resolve('refused'),
      })
      const outcome = await ended.promise
      signal.removeEventListener('abort', stop)
      if (outcome === 'stopped') break
      link.abandon()
      link = undefined
      await retry.wait()
    }
  } finally {
    clearInterval(timer)
    clock.stop()
    await Promise.all([link?.close(), phones.close(), tunnel.close()])
    reports.close() // Until then a phone may still tell something.
    await memory.close()
  }
}

function openBackend({ adb, dataDir }: Settings, memory: PhoneMemory): AdbBackend {
  return adb.kind === 'direct'
    ? new DirectBackend(adb.endpoints, new AdbKeyFile(dataDir))
    : new ServerBackend(adb.server, memory.phones)
}
