import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { dialRelay, RelayLine } from '../../agent/relay-line.ts'

/** What the line between agent and relay carries: bytes a second. */
const speed = 125_000
/** How long one frame of the video is, and how often there is one, a quarter of a second of which is four times the line. */
const frame = { bytes: 25_000, every: 50 }

interface Frame {
  number: number
  isKey: boolean
  /** How old it was when it arrived. Milliseconds. */
  age: number
}

const frames: Frame[] = []
const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
const sockets = new Set<Socket>()
/** Passes on what it is sent as slowly as the line is. */
const pipe = createServer((agent) => {
  const passed = connect((relay.address() as AddressInfo).port, '127.0.0.1') // It listens.
  for (const socket of [agent, passed]) sockets.add(socket.on('error', () => {}))
  passed.pipe(agent)
  agent.on('data', (bytes) => {
    passed.write(bytes)
    agent.pause()
    setTimeout(() => agent.resume(), (bytes.length / speed) * 1_000)
  })
})
let line: RelayLine

beforeAll(async () => {
  relay.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => {
      if (!isBinary) return
      const bytes = data as Buffer // As ws hands it out.
      frames.push({
        number: bytes.readUInt32BE(0),
        isKey: bytes.readUInt8(4) === 1,
        age: performance.now() - bytes.readDoubleBE(5),
      })
    }),
  )
  pipe.listen(0, '127.0.0.1')
  await once(pipe, 'listening')
  const { port } = pipe.address() as AddressInfo // It listens.
  let isKeyWanted = true
  const socket = await dialRelay(new URL(`ws://127.0.0.1:${port}`), 'ticket')
  line = new RelayLine(socket, { ordered: () => {}, keyFrameWanted: () => (isKeyWanted = true) })
  for (let number = 0; number < 15_000 / frame.every; number += 1) {
    const bytes = Buffer.alloc(frame.bytes)
    bytes.writeUInt32BE(number, 0)
    bytes.writeUInt8(isKeyWanted ? 1 : 0, 4)
    bytes.writeDoubleBE(performance.now(), 5)
    const key = isKeyWanted
    isKeyWanted = false
    line.send(bytes, { config: false, key })
    await pause(frame.every)
  }
})
afterAll(() => {
  line.close()
  for (const socket of sockets) socket.destroy()
  pipe.close()
  relay.close()
})

test('a line that carries a quarter of the video shows what is of now, and not ever older', () => {
  // A second waits in the agent at most, and what the systems' own buffers hold.
  expect(Math.max(...frames.slice(-10).map(({ age }) => age))).toBeLessThan(6_000)
  expect(frames.filter(({ isKey }) => isKey).length).toBeGreaterThan(1)
})

test('every frame follows the one before it, or is one that a decoder begins with', () => {
  expect(frames.length).toBeGreaterThan(10)
  const torn = frames.filter(({ isKey, number }, at) => !isKey && frames[at - 1]?.number !== number - 1)
  expect(torn).toEqual([])
})
