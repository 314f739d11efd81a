import type { Duplex } from 'node:stream'
import type { AbstractSockets } from '../abstract-sockets.ts'
import type { ServerOptions } from './server-options.ts'
import { wholeCharacters } from './device-message.ts'

type Stream = 'video' | 'audio' | 'control'

/** A client's sockets, in the order in which they are opened; those it did not ask for are missing. */
export type Connection = Partial<Record<Stream, Duplex>>

const deviceNameBytes = 64

/** The abstract socket that both sides mean by a scid. */
export function socketName(scid: number): string {
  return scid === -1 ? 'scrcpy' : `scrcpy_${scid.toString(16).padStart(8, '0')}`
}

/**
 * Opens a socket for each stream: by connecting to the client's reverse tunnel, or through a forward tunnel by waiting for
 * the client, whose first socket gets a zero byte as proof.
 *
 * @throws when nobody listens, the name is taken, a socket closes before all are open, or the signal aborts
 */
export async function openConnection(
  sockets: AbstractSockets,
  options: ServerOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const streams = (['video', 'audio', 'control'] as const).filter((stream) => options[stream])
  const name = socketName(options.scid)
  if (options.tunnelForward) return accept(sockets, name, streams, options.sendDummyByte, signal)

  const connection: Connection = {}
  for (const stream of streams) {
    const socket = sockets.connect(name)
    if (!socket) {
      closeConnection(connection)
      throw new Error('Connection refused')
    }
    connection[stream] = socket
  }
  return connection
}

async function accept(
  sockets: AbstractSockets,
  name: string,
  streams: Stream[],
  sendDummyByte: boolean,
  signal: AbortSignal,
): Promise<Connection> {
  const connection: Connection = {}
  const waiting = [...streams]
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (waiting.length === 0) resolve()
  const unlisten = sockets.listen(name, (socket) => {
    const stream = waiting.shift()
    if (!stream) {
      socket.destroy()
      return
    }
    connection[stream] = socket
    socket.once('close', () => reject(new Error('Connection closed before all sockets were open')))
    if (sendDummyByte && waiting.length === streams.length - 1) socket.write(Buffer.alloc(1))
    if (waiting.length > 0) return
    unlisten()
    resolve()
  })
  const abort = () => reject(new Error('Interrupted'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    await promise
    return connection
  } catch (error) {
    closeConnection(connection)
    throw error
  } finally {
    unlisten()
    signal.removeEventListener('abort', abort)
  }
}

/** Resolves when any of the sockets has ended or closed. */
export async function connectionClosed(connection: Connection): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const socket of Object.values(connection)) {
      // What goes wrong with a socket ends in its closing, which is all that matters here.
      socket
        .once('error', () => resolve())
        .once('end', () => resolve())
        .once('close', () => resolve())
      if (socket.destroyed || socket.readableEnded) resolve()
    }
  })
}

export function closeConnection(connection: Connection): void {
  for (const socket of Object.values(connection)) socket.destroy()
}

/** The phone's name on the first socket, zero-padded to 64 bytes of which the last stays zero. */
export function deviceMeta(name: string): Buffer {
  const encoded = Buffer.from(name, 'utf8')
  const field = Buffer.alloc(deviceNameBytes)
  encoded.copy(field, 0, 0, wholeCharacters(encoded, deviceNameBytes - 1))
  return field
}
