import type { Socket } from 'node:net'
import { AdbCommand, AdbPacket, AdbPacketHeader, type AdbDaemonConnection, type AdbPacketInit } from '@yume-chan/adb'
import { Consumable, ReadableStream, StructDeserializeStream } from '@yume-chan/stream-extra'

/** Reads of a socket that wait to be taken, before it is told to wait. */
const maxWaitingChunks = 16

/** What a connected socket receives; it ends with the socket, however that ends. */
export function bytesFrom(socket: Socket): ReadableStream<Uint8Array> {
  let cancelled = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        socket.on('data', (chunk: Buffer) => {
          controller.enqueue(chunk)
          if ((controller.desiredSize ?? 0) <= 0) socket.pause()
        })
        socket.on('close', () => {
          if (!cancelled) controller.close()
        })
      },
      pull() {
        socket.resume()
      },
      cancel() {
        cancelled = true
        socket.destroy()
      },
    },
    { highWaterMark: maxWaitingChunks },
  )
}

/**
 * Whether a packet only ends or acknowledges something on a connection that has ended with all that was on it. The adb
 * library sends such packets for every stream of a phone that goes, and watches none of them.
 */
const isMoot = ({ destroyed }: Socket, { command }: AdbPacketInit): boolean =>
  destroyed && (command === AdbCommand.Close || command === AdbCommand.Okay)

/** Adb's packets over a connected socket to a phone's daemon. */
export function packetsOver(socket: Socket): AdbDaemonConnection {
  return {
    readable: bytesFrom(socket).pipeThrough(new StructDeserializeStream(AdbPacket)),
    writable: new Consumable.WritableStream<AdbPacketInit>({
      write: (packet) => (isMoot(socket, packet) ? undefined : writePacket(socket, packet)),
      close() {
        socket.end()
      },
      abort() {
        socket.destroy()
      },
    }),
  }
}

/** Header and payload leave in one segment: the socket has no delay, and the phone should not be woken twice. */
function writePacket(socket: Socket, packet: AdbPacketInit): Promise<void> {
  const payloadLength = packet.payload.length
  const message = Buffer.allocUnsafe(AdbPacketHeader.size + payloadLength)
  AdbPacketHeader.serialize({ ...packet, payloadLength }, message)
  message.set(packet.payload, AdbPacketHeader.size)
  return writeTo(socket, message)
}

/** Writes, and waits only while the socket is congested. Rejects when it is closed. */
export async function writeTo(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (socket.destroyed) throw new Error('the connection is closed')
  if (socket.write(bytes)) return
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
}
