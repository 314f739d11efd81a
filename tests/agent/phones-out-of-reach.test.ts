import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhoneConnection } from '../../agent/adb-backend.ts'
import { ServerBackend } from '../../agent/adb-server.ts'
import { Cable } from '../support/cable.ts'
import { Adb } from './adb.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'

let phones: VirtualPhones
let adb: Adb
let gate: Gate
let box: BoxUnderTest | undefined

/** In front of a phone: while it is shut, whoever dials is connected and hears nothing, then or ever. */
class Gate {
  isShut = true
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(target: number) {
    this.#server = createServer((near) => {
      this.#keep(near)
      if (this.isShut) return
      const far = connect(target, '127.0.0.1')
      this.#keep(far)
      near.pipe(far).pipe(near)
    })
  }

  async open(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an AddressInfo.
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {}) // Its close says the same.
    socket.on('close', () => this.#sockets.delete(socket))
  }
}

let address: string

beforeEach(async () => {
  phones = await startPhones(1)
  adb = await Adb.open()
  gate = new Gate(Number(phones.endpoints[0]?.split(':')[1]))
  address = await gate.open()
})
afterEach(async () => {
  await box?.close()
  box = undefined
  await adb.stop()
  await gate.close()
  await phones.program.stop()
})

const isListed = (state: string) =>
  expect.poll(() => adb.run('devices'), { timeout: 60_000 }).toContain(`${address}\t${state}`)

test('a phone that adb lists as offline when the agent starts is dialled anew', async () => {
  const dialled = adb.run('connect', address)
  await isListed('offline')
  box = await BoxUnderTest.open({ ADB_SERVER: `127.0.0.1:${adb.port}` })
  gate.isShut = false
  await box.phonesReady(phones.serials)
  await isListed('device')
  await dialled
})

test('a phone that was connected for days is dialled again by a restarted adb server', async () => {
  gate.isShut = false
  await adb.run('connect', address)
  const backend = new ServerBackend({ host: '127.0.0.1', port: adb.port })
  const found: PhoneConnection[] = []
  backend.start(
    (connection) => found.push(connection),
    () => {},
  )
  await expect.poll(() => found.length).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 24 * 60 * 60_000 })
  try {
    await adb.stop()
    await adb.start()
    await vi.waitFor(() => expect(found).toHaveLength(2), { timeout: 60_000, interval: 50 })
  } finally {
    vi.useRealTimers()
    await backend.close()
  }
})

test('a phone that is lost while it is looked at is told of at once, not when the answer is late', async () => {
  const [endpoint = ''] = phones.endpoints
  await shell(endpoint, 'setprop sys.boot_completed 0') // It is looked at every second.
  const cable = await Cable.to(Number(endpoint.split(':')[1]))
  try {
    box = await BoxUnderTest.open({ ADB_ENDPOINTS: `127.0.0.1:${cable.port}` })
    await box.event('phones', (event) => event.phones.some(({ state }) => state === 'starting'))
    cable.block()
    await pause(2_000)
    cable.unplug()
    const late = pause(5_000).then(() => 'late')
    expect(await Promise.race([box.event('phone_lost').then(({ serial }) => serial), late])).toBe(phones.serials[0])
  } finally {
    await cable.close()
  }
})
