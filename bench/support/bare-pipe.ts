import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figure.ts'
import { cpuSeconds } from './cpu-time.ts'
import type { VideoRate } from './stream-ends.ts'
import type { PipePorts } from './tcp-pipe.ts'

/** Of a frame: how long it is, and when it was sent in milliseconds of our clock. */
const header = 4 + 8

/** Notes how long frames were on their way, in milliseconds. */
function noteDelays(socket: Socket, delays: number[]): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    while (rest.length >= header && rest.length >= rest.readUInt32BE(0)) {
      delays.push(performance.now() - rest.readDoubleBE(4))
      rest = rest.subarray(rest.readUInt32BE(0))
    }
  })
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** What as many streams cost that are passed on by a pipe of TCP and nothing else: % of a core, and the worst p99 of one. */
export async function bareStreams(
  streams: number,
  { fps, bitsPerSecond }: VideoRate,
  { settling, measured }: { settling: number; measured: number },
): Promise<{ share: number; worst: number }> {
  const pipe = fork(new URL('tcp-pipe.ts', import.meta.url))
  const sockets: Socket[] = []
  const paces: NodeJS.Timeout[] = []
  const ofEach: number[][] = []
  try {
    const [ports] = (await once(pipe, 'message')) as [PipePorts] // The other side has the same type.
    const average = bitsPerSecond / 8 / fps
    for (let stream = 0; stream < streams; stream += 1) {
      const delays: number[] = []
      const viewer = await open(ports.to)
      const agent = await open(ports.from)
      noteDelays(viewer, delays)
      const send = () => {
        const frame = Buffer.allocUnsafe(Math.round(average * (0.5 + Math.random())))
        frame.writeUInt32BE(frame.length, 0)
        frame.writeDoubleBE(performance.now(), 4)
        agent.write(frame)
      }
      paces.push(setInterval(send, 1_000 / fps))
      sockets.push(viewer, agent)
      ofEach.push(delays)
      await pause(10) // As phones, out of step.
    }
    await pause(settling)
    for (const delays of ofEach) delays.length = 0
    const before = cpuSeconds(pipe.pid ?? 0)
    const begun = performance.now()
    await pause(measured)
    const seconds = (performance.now() - begun) / 1_000
    const share = ((cpuSeconds(pipe.pid ?? 0) - before) / seconds) * 100
    return { share, worst: Math.max(...ofEach.map((delays) => quantile(delays, 0.99))) }
  } finally {
    for (const pace of paces) clearInterval(pace)
    for (const socket of sockets) socket.destroy()
    pipe.kill()
  }
}
