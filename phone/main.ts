import { phoneIdentity } from './system/phone-identity.ts'
import { VirtualPhone } from './virtual-phone.ts'
import type { PhoneScreen } from './screen/phone-screen.ts'
import { readArguments } from './arguments.ts'

/**
 * `node phone/main.ts --phones 12`: starts virtual phones on consecutive ports, prints one JSON line a phone and
 * `{"ready":true}` behind the last, and serves until it is told to end: SIGTERM, SIGINT, or the loss of the process
 * that forked it.
 */

const SCRCPY_SERVER = 'com.genymobile.scrcpy.Server'
const BAD_ARGUMENTS_EXIT_CODE = 2

function makePhone(
  index: number,
  options: { width: number; height: number; serialPrefix: string; network: string },
): VirtualPhone<PhoneScreen> {
  return new VirtualPhone<PhoneScreen>({
    identity: phoneIdentity(index, options, options.serialPrefix, options.network),
    // The screen brings canvas and a font with it, so it is loaded when a phone is first looked at.
    makeScreen: async ({ identity, battery, properties, notes, volume, now, network, displaySize }) => {
      const { PhoneScreen } = await import('./screen/phone-screen.ts')
      return new PhoneScreen({
        ...displaySize.current,
        identity: {
          serial: identity.serial,
          model: identity.model,
          androidVersion: identity.androidVersion,
          ip: () => network.address ?? '',
          language: () => properties.get('persist.sys.locale'),
          battery: () => battery.state.level,
          timezone: () => properties.get('persist.sys.timezone'),
        },
        notes,
        volume,
        now,
      })
    },
    makeProgram: async (className, { sockets, files }, screen) => {
      if (className !== SCRCPY_SERVER) return undefined
      const { scrcpyServer } = await import('./scrcpy/scrcpy-server.ts')
      return scrcpyServer({ screen: await screen(), sockets, fileExists: (path) => files.exists(path) })
    },
  })
}

async function main(): Promise<void> {
  const parsed = readArguments(process.argv.slice(2))
  if ('problem' in parsed) {
    console.error(`phone: ${parsed.problem}`)
    process.exitCode = BAD_ARGUMENTS_EXIT_CODE
    return
  }
  const phones: VirtualPhone<PhoneScreen>[] = []
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= Promise.all(phones.map((phone) => phone.stop())).then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (process.send) process.once('disconnect', stop)
  for (let index = 0; index < parsed.phones; index += 1) {
    const phone = makePhone(index, parsed)
    await phone.start(parsed.host, parsed.port === 0 ? 0 : parsed.port + index)
    phones.push(phone)
    console.log(JSON.stringify({ serial: phone.identity.serial, ...phone.address }))
  }
  console.log(JSON.stringify({ ready: true }))
}

try {
  await main()
} catch (error) {
  console.error(`phone: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
