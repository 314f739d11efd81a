import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadableStream } from '@yume-chan/stream-extra'
import type { Adb } from '@yume-chan/adb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PhoneConnection } from '../../agent/adb-backend.ts'
import { ServerBackend } from '../../agent/adb-server.ts'
import { Inventory } from '../../agent/inventory.ts'
import { PhoneMemory } from '../../agent/phone-memory.ts'
import { PhoneReports } from '../../agent/phone-reports.ts'
import type { BoxEvent } from '../../domain/box-protocol.ts'

/** An adb server that lists what it is told to, as adb 35 writes it, and connects to none of it. */
class ListingServer {
  readonly #server: Server
  readonly #followers = new Set<Socket>()
  readonly #sockets = new Set<Socket>()
  #list = ''

  constructor() {
    this.#server = createServer((socket) => {
      socket.on('error', () => {}) // The agent is gone.
      this.#sockets.add(socket)
      let request = ''
      socket.on('data', (bytes) => {
        request += bytes.toString()
        if (request.length < 4 + Number.parseInt(request.slice(0, 4), 16)) return
        if (request.includes('devices-l')) {
          socket.write('OKAY')
          this.#tell(socket)
          this.#followers.add(socket)
        } else socket.end('FAIL0004none')
      })
    })
  }

  async open(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an AddressInfo.
    return (this.#server.address() as AddressInfo).port
  }

  lists(...lines: string[]): void {
    this.#list = lines.map((line) => `${line}\n`).join('')
    for (const socket of this.#followers) this.#tell(socket)
  }

  #tell(socket: Socket): void {
    socket.write(this.#list.length.toString(16).padStart(4, '0') + this.#list)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

let server: ListingServer
beforeEach(() => {
  server = new ListingServer()
})
afterEach(() => server.close())

const usb = (path: string, transport: number) =>
  `0123456789ABCDEF       device usb:${path} product:oriole model:Pixel_6 device:oriole transport_id:${transport}`

test('of two phones with one serial number the second is told of by where it is plugged in, until it is not', async () => {
  server.lists(usb('1-1.2', 4), usb('1-1.3', 5))
  const told: string[] = []
  const backend = new ServerBackend({ host: '127.0.0.1', port: await server.open() })
  backend.start(
    () => {},
    (address, state) => told.push(`${address}: ${state}`),
  )
  await expect.poll(() => told).toEqual(['0123456789ABCDEF usb:1-1.3: same_serial'])
  // In another order they are the same phones.
  server.lists(usb('1-1.3', 5), usb('1-1.2', 4))
  server.lists(usb('1-1.2', 4))
  await expect.poll(() => told.slice(1)).toEqual(['0123456789ABCDEF usb:1-1.3: undefined'])
  await backend.close()
})

/** A connection to a phone that is starting, and so is looked at every second, and that tells which proxy it goes through. */
function connectionTo(address: string, proxy: () => string) {
  const loss = new AbortController()
  const answers = () => ['SAME', '0', 'Pixel 6', '13', '', '', '', '', '', '', `=${proxy()}`]
  const adb = {
    canUseFeature: () => false,
    subprocess: {
      noneProtocol: {
        spawn: () => {
          const output = ReadableStream.from([new TextEncoder().encode(answers().join('--phonedeck--'))])
          return Promise.resolve({ output, kill: () => {} })
        },
      },
    },
  }
  // All of adb that looking at a phone needs.
  const connection = { address, adb: adb as unknown as Adb, lost: loss.signal, canReverse: false, drop: () => {} }
  return { connection: connection satisfies PhoneConnection, lose: () => loss.abort() }
}

test('what an older connection to a phone says is not heard while there is a newer one, and again when that is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'same-serial-'))
  const memory = await PhoneMemory.open(folder)
  const told: BoxEvent[] = []
  const inventory = new Inventory(new PhoneReports((event) => told.push(event)), memory)
  let proxy = '10.0.0.1:80'
  let looks = 0
  const older = connectionTo('USB', () => {
    looks += 1
    return proxy
  })
  const newer = connectionTo('10.0.0.7:5555', () => '10.0.0.2:80')
  const proxies = () => inventory.reports.map((report) => report.proxy)
  const following = [inventory.follow(older.connection)]
  await expect.poll(proxies).toEqual(['10.0.0.1:80'])
  following.push(inventory.follow(newer.connection))
  await expect.poll(proxies).toEqual(['10.0.0.2:80'])
  proxy = '10.0.0.3:80'
  looks = 0
  await expect.poll(() => looks).toBeGreaterThan(1)
  expect(JSON.stringify(told)).not.toContain('10.0.0.3')
  newer.lose()
  await expect.poll(proxies).toEqual(['10.0.0.3:80'])
  expect(inventory.connectionTo('SAME')).toBe(older.connection)
  older.lose()
  await Promise.all(following)
  await memory.close()
  rmSync(folder, { recursive: true })
})
