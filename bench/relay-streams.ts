import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sealTicket } from '../server/relay/tickets.ts'
import { quantile, type Benchmark } from './figure.ts'
import { bareStreams } from './support/bare-pipe.ts'
import { cpuSeconds } from './support/cpu-time.ts'
import { balanced, SimulatedAgent, SimulatedViewer } from './support/stream-ends.ts'

const streams = 100
const stalled = 5
/** Until every stream runs as it goes on. */
const settling = 5_000
const measured = 15_000

export const relaySecret = Buffer.from('a secret of the benchmark, thirty-two bytes')

export type RelayMessage =
  | { type: 'listening'; url: string }
  /** An agent is to dial in. */
  | { type: 'requested'; device: number; ticket: string }

const viewerTicket = (device: number): string =>
  sealTicket(relaySecret, {
    kind: 'viewer',
    device_id: device,
    box_id: 1,
    serial: `SIM${device}`,
    mode: 'observe',
    user: { id: 1, user_name: 'viewer' },
    session_id: 'session',
    lease_id: null,
    nonce: randomUUID(),
    expires_at: Date.now() + 60_000,
  })

const besidePipe = (value: number) => ({ name: 'a pipe of TCP alone', value })

/** A hundred phones at 4 Mbit/s with a viewer each through one relay; and then, beside them, some viewers that stall. */
const relayStreams: Benchmark['measure'] = async () => {
  const relay = fork(new URL('support/relay-alone.ts', import.meta.url))
  const agents: SimulatedAgent[] = []
  const viewers: SimulatedViewer[] = []
  const late: SimulatedViewer[] = []
  const listening = Promise.withResolvers<string>()
  relay.on('message', (news: RelayMessage) => {
    if (news.type === 'listening') return listening.resolve(news.url)
    void listening.promise
      .then((url) => new SimulatedAgent().dial(new URL('/relay/agent', url), news.ticket))
      .then((agent) => agents.push(agent))
      .catch(listening.reject)
  })
  try {
    const url = await listening.promise
    for (let device = 1; device <= streams; device += 1) {
      viewers.push(await SimulatedViewer.dial(url, viewerTicket(device)))
      await pause(10) // Phones' frames don't come in step.
    }
    await pause(settling)
    for (const viewer of viewers) viewer.take()
    const usedBefore = cpuSeconds(relay.pid ?? 0)
    const begun = performance.now()
    await pause(measured)
    const seconds = (performance.now() - begun) / 1_000
    const share = ((cpuSeconds(relay.pid ?? 0) - usedBefore) / seconds) * 100
    const calm = viewers.map((viewer) => viewer.take())
    const megabits = (calm.reduce((sum, { bytes }) => sum + bytes, 0) * 8) / 1e6 / seconds / streams

    for (let device = 1; device <= stalled; device += 1)
      late.push(await SimulatedViewer.dial(url, viewerTicket(device)))
    await pause(1_000)
    for (const viewer of late) viewer.stall()
    for (const viewer of viewers) viewer.take()
    await pause(measured)
    const beside = viewers.map((viewer) => viewer.take())

    for (const end of [...agents, ...viewers, ...late]) end.stop()
    relay.kill()
    const bare = await bareStreams(streams, balanced, { settling, measured })
    const worst = (taken: typeof calm): number => Math.max(...taken.map(({ delays }) => quantile(delays, 0.99)))
    const name = `relay of ${streams} × 4 Mbit/s`
    return [
      { name: `${name}, a viewer each: got`, value: megabits, unit: 'Mbit/s', bound: 3.8, atLeast: true },
      { name: `${name}, processor time`, value: share, unit: '% of a core', bound: 15, peer: besidePipe(bare.share) },
      {
        name: `${name}, agent to viewer, worst p99 of a viewer`,
        value: worst(calm),
        unit: 'ms',
        peer: besidePipe(bare.worst),
      },
      { name: `the same beside ${stalled} stalled viewers`, value: worst(beside), unit: 'ms', bound: 60 },
    ]
  } finally {
    for (const end of [...agents, ...viewers, ...late]) end.stop()
    relay.kill()
  }
}

export default {
  group: 'Pictures',
  title: 'A hundred phones through one relay',
  measure: relayStreams,
} satisfies Benchmark
