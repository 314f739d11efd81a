import { Socket } from 'node:net'
import { AdbCommand, type AdbPacketInit } from '@yume-chan/adb'
import { Consumable } from '@yume-chan/stream-extra'
import { describe, expect, test } from 'vitest'
import { packetsOver } from '../../agent/adb-socket.ts'

/** Writes one packet to the daemon of a phone that has gone. */
async function written(command: AdbPacketInit['command']): Promise<void> {
  const socket = new Socket()
  socket.destroy()
  const writer = packetsOver(socket).writable.getWriter()
  writer.closed.catch(() => undefined) // It says the same again.
  const packet = { command, arg0: 1, arg1: 1, payload: new Uint8Array(), checksum: 0, magic: command ^ 0xffffffff }
  await Consumable.WritableStream.write(writer, packet)
}

describe('over a connection that has ended', () => {
  test.each([
    ['the end of a stream', AdbCommand.Close],
    ['an acknowledgement', AdbCommand.Okay],
  ])('%s is moot', async (_, command) => {
    await expect(written(command)).resolves.toBeUndefined()
  })
})
