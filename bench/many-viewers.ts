import { setTimeout as pause } from 'node:timers/promises'
import type { Benchmark } from './figure.ts'
import { quantile } from './figure.ts'
import { freePort } from '../tests/support/free-port.ts'
import { relaySecret, spawnEdge, ticketFor } from '../tests/support/edge.ts'
import { connectBox, inventory, readyPhone } from '../tests/support/fake-box.ts'
import { spawnServer } from '../tests/support/server-process.ts'
import { openTestStore } from '../tests/support/test-store.ts'
import { parseBoxCommand } from '../domain/box-protocol.ts'
import { cpuSeconds } from './support/cpu-time.ts'
import { readyPhones } from './support/ready-phones.ts'
import { SimulatedAgent, SimulatedViewer } from './support/stream-ends.ts'

const viewers = 1_000
const relays = 3
/** As the console asks for where many look at many: `thumbnail` of stream-presets.ts. */
const rate = { fps: 8, bitsPerSecond: 400_000 }
/** Viewers that come at once. */
const together = 20
/** Until every stream runs as it goes on. */
const settling = 5_000
const measured = 15_000
/** A try that has shown nothing by then is given up, as consoles do. Milliseconds. */
const patience = 10_000
/** What the console waits before it dials again. Milliseconds. */
const consoleWaits = 500

/** A thousand viewers of one phone over three relays of a server; and then one of the relays is killed. */
const manyViewers: Benchmark['measure'] = async () => {
  const env = { RELAY_SECRET: relaySecret, RATE_LIMIT: '100000000', LOG_LEVEL: 'info' }
  const server = await spawnServer({ env })
  const store = openTestStore(server)
  const box = await connectBox(server, store)
  const agent = new SimulatedAgent(rate)
  const asked = new Set<string>()
  const failures: unknown[] = []
  box.client.on('message', (_topic, payload) => {
    const command = parseBoxCommand(payload.toString())
    if (command?.type !== 'stream') return
    asked.add(JSON.stringify(command.settings))
    agent.dial(new URL(command.relay_url), command.ticket).catch((error: unknown) => failures.push(error))
  })
  await box.report(inventory([readyPhone('WATCHED')]))
  const token = await server.signIn('manager')
  const [id = 0] = await readyPhones(server, 1)
  const edges = await Promise.all(Array.from({ length: relays }, async () => spawnEdge(server.url, await freePort())))
  /** Fails where nothing is shown in time: that viewer hangs up, and does not stay beside the next one. */
  const watch = async (url: string): Promise<SimulatedViewer> => {
    const viewer = await SimulatedViewer.dial(url, await ticketFor(server.url, token, 'stream', { id }))
    const begun = await Promise.race([viewer.begun.then(() => true), pause(patience, false)])
    if (begun) return viewer
    viewer.stop()
    throw new Error(`nothing was shown in ${patience} ms`)
  }
  const watching: { viewer: SimulatedViewer; relay: number }[] = []
  try {
    while (watching.length < viewers) {
      const coming = Array.from({ length: together }, async (_, index) => {
        const relay = index % relays
        return { relay, viewer: await watch(edges[relay]?.url ?? '') }
      })
      watching.push(...(await Promise.all(coming)))
    }
    await pause(settling)
    for (const { viewer } of watching) viewer.take()
    const used = () => edges.map(({ pid }) => cpuSeconds(pid))
    const before = used()
    const serverBefore = cpuSeconds(server.pid)
    const begun = performance.now()
    await pause(measured)
    const seconds = (performance.now() - begun) / 1_000
    const shares = used().map((now, index) => ((now - (before[index] ?? 0)) / seconds) * 100)
    const serverShare = ((cpuSeconds(server.pid) - serverBefore) / seconds) * 100
    const taken = watching.map(({ viewer }) => viewer.take())
    const frames = taken.map(({ delays }) => delays.length / seconds)
    const delays = taken.flatMap((one) => one.delays)
    const upstreams = agent.relays

    // Each viewer of the killed relay does what a console does: it waits, asks for a new ticket, and dials another relay.
    const [killed, ...others] = edges
    const lost = watching.filter(({ relay }) => relay === 0)
    const back = lost.map(async ({ viewer }, index) => {
      await viewer.closed
      const since = performance.now()
      for (;;) {
        await pause(consoleWaits)
        const viewer = await watch(others[index % others.length]?.url ?? '').catch(() => undefined)
        if (viewer === undefined) continue
        watching.push({ relay: 1, viewer })
        return performance.now() - since
      }
    })
    await killed?.kill()
    const away = await Promise.all(back)
    if (failures.length > 0) throw failures[0]

    const name = `${viewers} viewers of one phone over ${relays} relays`
    return [
      { name: `${name}: upstreams`, value: upstreams, unit: '', bound: relays },
      { name: `${name}: encoders`, value: asked.size, unit: '', bound: 1 },
      {
        name: `${name}, frames that the slowest got`,
        value: Math.min(...frames),
        unit: '/s',
        bound: 7.5,
        atLeast: true,
      },
      {
        name: `${name}, processor time of the busiest relay`,
        value: Math.max(...shares),
        unit: '% of a core',
        bound: 60,
      },
      { name: `${name}, processor time of the server`, value: serverShare, unit: '% of a core', bound: 10 },
      { name: `${name}, agent to viewer, p99`, value: quantile(delays, 0.99), unit: 'ms', bound: 200 },
      {
        name: `the same, ${lost.length} viewers of a killed relay back at another, p99`,
        value: quantile(away, 0.99),
        unit: 'ms',
        bound: 2_000,
      },
    ]
  } finally {
    agent.stop()
    for (const { viewer } of watching) viewer.stop()
    await box.close()
    await store.close()
    await Promise.all(edges.map((edge) => edge.stop()))
    await server.stop()
  }
}

export default { group: 'Pictures', title: 'A thousand viewers of one phone', measure: manyViewers } satisfies Benchmark
