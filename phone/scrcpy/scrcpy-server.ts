import type { AbstractSockets } from '../abstract-sockets.ts'
import type { PhoneScreen } from '../screen/phone-screen.ts'
import type { Program, ProgramContext } from '../shell/program.ts'
import { closeConnection, type Connection, connectionClosed, deviceMeta, openConnection } from './connection.ts'
import { ControlChannel } from './control-channel.ts'
import { encoderName, listings } from './listings.ts'
import { ServerLog } from './server-log.ts'
import { InvalidOption, parseServerOptions, type ServerOptions } from './server-options.ts'
import { VideoStream } from './video-stream.ts'

/** What of a phone scrcpy's server works on. */
interface MirroredPhone {
  screen: PhoneScreen
  sockets: AbstractSockets
  fileExists(path: string): boolean
}

/** Answers that end the server before it opens a socket; the message is for stderr. */
class Refusal extends Error {}

/**
 * scrcpy's server, version 3.3.3, as `app_process / com.genymobile.scrcpy.Server 3.3.3 key=value...` starts it: mirrors
 * the screen to the client that listens (or connects) at `scrcpy_<scid>` until it goes away or the signal aborts.
 */
export function scrcpyServer(phone: MirroredPhone): Program {
  return async (context) => {
    const jar = context.env.CLASSPATH?.split(':')[0]
    if (!jar || !phone.fileExists(jar)) {
      context.stderr(
        `Error: Could not find class 'com.genymobile.scrcpy.Server'\n` +
          `java.lang.ClassNotFoundException: Didn't find class "com.genymobile.scrcpy.Server" on path: ${jar ?? '(none)'}\n`,
      )
      return 1
    }

    let options: ServerOptions
    try {
      options = parseServerOptions(context.args)
    } catch (error) {
      if (!(error instanceof InvalidOption)) throw error
      new ServerLog(context, 'info').error(`${error.message}\njava.lang.IllegalArgumentException: ${error.message}`)
      return 1
    }

    const log = new ServerLog(context, options.logLevel)
    const { model, androidVersion } = phone.screen.identity
    log.info(`Device: [Android] Android ${model} (Android ${androidVersion})`)
    try {
      const listed = listings(options, phone.screen)
      for (const listing of listed) log.info(listing)
      if (listed.length > 0) return 0
      refuse(options)
      for (const key of options.ignored) log.warn(`This device does not know the option ${key}`)
      await mirror(phone, options, log, context)
      return 0
    } catch (error) {
      if (!context.signal.aborted) log.error(error instanceof Error ? error.message : String(error))
      return 1
    }
  }
}

/** What a real phone would fail at as well when it lacks the part. */
function refuse(options: ServerOptions): void {
  if (options.displayId !== 0) throw new Refusal(`Display ${options.displayId} not found`)
  if (options.newDisplay) throw new Refusal('New virtual display is not supported')
  if (!options.video) return
  if (options.videoSource === 'camera') throw new Refusal('Camera mirroring is not supported')
  if (options.videoCodec !== 'h264') {
    throw new Refusal(`Could not create default video encoder for ${options.videoCodec}`)
  }
  if (options.videoEncoder !== '' && options.videoEncoder !== encoderName) {
    throw new Refusal(`Video encoder '${options.videoEncoder}' for h264 not found`)
  }
}

async function mirror(
  { screen, sockets }: MirroredPhone,
  options: ServerOptions,
  log: ServerLog,
  { signal }: ProgramContext,
): Promise<void> {
  const connection = await openConnection(sockets, options, signal)
  const interrupt = () => closeConnection(connection)
  signal.addEventListener('abort', interrupt, { once: true })
  const closed = connectionClosed(connection)
  const parts: (VideoStream | ControlChannel)[] = []
  try {
    const first = connection.video ?? connection.audio ?? connection.control
    if (options.sendDeviceMeta) first?.write(deviceMeta(screen.identity.model))
    if (options.powerOn && options.control) screen.wake()
    parts.push(...startParts(screen, options, connection, log))
    for (const part of parts) part.start()
    await closed
  } finally {
    signal.removeEventListener('abort', interrupt)
    for (const part of parts) part.stop()
    closeConnection(connection)
    if (options.powerOffOnClose) screen.sleep()
  }
}

function startParts(screen: PhoneScreen, options: ServerOptions, connection: Connection, log: ServerLog) {
  // Nothing is expected from the client here, but an unread socket would not tell of its end.
  connection.video?.resume()
  connection.audio?.resume()
  // Codec id 0: this phone makes no sound, and the client goes on without.
  connection.audio?.write(Buffer.alloc(4))

  const video = connection.video && new VideoStream(screen, connection.video, options)
  const control =
    connection.control &&
    new ControlChannel({
      screen,
      socket: connection.control,
      video,
      log,
      clipboardAutosync: options.clipboardAutosync,
      failed: (error) => {
        log.error(`Controller error: ${error instanceof Error ? error.message : String(error)}`)
        closeConnection(connection)
      },
    })
  return [video, control].filter((part) => part !== undefined)
}
