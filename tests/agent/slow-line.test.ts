import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { dialRelay, RelayLine } from '../../agent/relay-line.ts'

/** What lies between an agent and its relay. */
interface Network {
  /** Bytes a second. */
  speed: number
  /** One way, in milliseconds. */
  delay: number
  /** How many packets in a hundred get lost; TCP sends them again a while later, and holds back what follows. */
  loss: number
}

interface Video {
  /** Bytes a frame. */
  size: number
  /** Milliseconds from one to the next. */
  every: number
}

interface Frame {
  number: number
  isKey: boolean
  /** How old it was when it arrived. Milliseconds. */
  age: number
}

/** How long TCP waits before it sends a packet again, besides the way there and back. Milliseconds. */
const resent = 200
/** Bytes. */
const packet = 1_448

/** What arrives of fifteen seconds of a video. */
async function carried(network: Network, { size, every }: Video): Promise<Frame[]> {
  const frames: Frame[] = []
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  relay.on('connection', (socket) =>
    socket.on('message', (data, isBinary) => {
      if (!isBinary) return
      const bytes = data as Buffer // As ws hands it out.
      const [number, isKey] = [bytes.readUInt32BE(0), bytes.readUInt8(4) === 1]
      frames.push({ number, isKey, age: performance.now() - bytes.readDoubleBE(5) })
    }),
  )
  const sockets = new Set<Socket>()
  let lost = 0
  /** Passes on what comes as the network does. Every so many packets one is lost, so that each run is the same. */
  const pass = (from: Socket, to: Socket): void => {
    let [free, due] = [0, 0]
    const onItsWay: Buffer[] = []
    from.on('data', (bytes) => {
      lost += (bytes.length / packet) * (network.loss / 100)
      const isLost = lost >= 1
      if (isLost) lost = 0
      const now = performance.now()
      free = Math.max(free, now) + (bytes.length / network.speed) * 1_000
      due = Math.max(due, free + network.delay + (isLost ? resent + 2 * network.delay : 0))
      onItsWay.push(bytes)
      setTimeout(() => to.write(onItsWay.shift() ?? ''), due - now)
      if (free - now < every) return
      from.pause()
      setTimeout(() => from.resume(), free - now)
    })
  }
  const between = createServer((agent) => {
    const passed = connect((relay.address() as AddressInfo).port, '127.0.0.1') // It listens.
    for (const socket of [agent, passed]) sockets.add(socket.on('error', () => {}))
    pass(agent, passed)
    pass(passed, agent)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')

  const { port } = between.address() as AddressInfo // It listens.
  let isKeyWanted = true
  const socket = await dialRelay(new URL(`ws://127.0.0.1:${port}`), 'ticket')
  const line = new RelayLine(socket, { ordered: () => {}, keyFrameWanted: () => (isKeyWanted = true) })
  for (let number = 0; number < 15_000 / every; number += 1) {
    const bytes = Buffer.alloc(size)
    const key = isKeyWanted
    isKeyWanted = false
    bytes.writeUInt32BE(number, 0)
    bytes.writeUInt8(key ? 1 : 0, 4)
    bytes.writeDoubleBE(performance.now(), 5)
    line.send(bytes, { config: false, key })
    await pause(every)
  }
  line.close()
  for (const each of sockets) each.destroy()
  between.close()
  relay.close()
  return frames
}

const torn = (frames: readonly Frame[]): Frame[] =>
  frames.filter(({ isKey, number }, at) => !isKey && frames[at - 1]?.number !== number - 1)
const oldest = (frames: readonly Frame[]): number => Math.max(...frames.map(({ age }) => age))

/** What TCP gets through a network of 200 ms that loses two packets in a hundred (Mathis et al., 1997, with an RTT of 400 ms: 31 kB/s). */
const farAway: Network = { speed: 31_000, delay: 200, loss: 2 }

/** A second waits in the agent at most, and what the systems' own buffers hold. */
function expectOfNow(frames: readonly Frame[]): void {
  expect(oldest(frames.slice(-10))).toBeLessThan(7_000)
  expect(frames.filter(({ isKey }) => isKey).length).toBeGreaterThan(1)
  expect(frames.length).toBeGreaterThan(10)
  expect(torn(frames)).toEqual([])
}

describe.concurrent('a line to a relay', () => {
  test('that carries a quarter of the video shows what is of now, and not ever older', async () => {
    expectOfNow(await carried({ speed: 125_000, delay: 0, loss: 0 }, { size: 25_000, every: 50 }))
  })

  test('that takes 200 ms and loses two in a hundred shows what is of now, too', async () => {
    expectOfNow(await carried(farAway, { size: 6_200, every: 50 }))
  })

  test('that takes 200 ms and loses two in a hundred carries all of a video that is small enough', async () => {
    const frames = await carried(farAway, { size: 750, every: 50 })
    expect(torn(frames)).toEqual([])
    expect(oldest(frames)).toBeLessThan(4_000)
    expect(frames.length).toBeGreaterThan(200)
  })
})
