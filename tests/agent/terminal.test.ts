import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { inputWindow, maxInputBytes, maxOutputBytes, outputWindow } from '../../domain/terminal-protocol.ts'
import { Peer } from '../relay/relay-under-test.ts'
import { Cable } from '../support/cable.ts'
import { Adb } from './adb.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'

/** The phone's end of a terminal, and what it has printed; the test plays the relay. */
class ItemEnd extends Peer {
  screen = ''
  printed = 0
  #isShown = true

  constructor(socket: WebSocket) {
    super(socket)
    socket.on('message', (data, isBinary) => {
      if (!isBinary) return
      const bytes = data as Buffer
      this.printed += bytes.length
      this.screen = (this.screen + bytes.toString()).slice(-100_000)
      expect(bytes.length).toBeLessThanOrEqual(maxOutputBytes)
      if (this.#isShown) this.say({ type: 'ack', bytes: bytes.length })
    })
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text))
  }

  /** From now on nothing is acknowledged: the operator's browser has stalled. */
  stall(): void {
    this.#isShown = false
  }

  shows(text: string | RegExp): Promise<void> {
    return expect.poll(() => this.screen, { interval: 10, timeout: 10_000 }).toMatch(text)
  }

  news(type: string): Promise<Record<string, unknown>> {
    return this.hear((news): news is Record<string, unknown> => (news as { type: string }).type === type)
  }
}

describe.each(['adb’s daemon', 'an adb server'])('over %s', (way) => {
  let phones: VirtualPhones
  let cable: Cable
  let box: BoxUnderTest
  let adb: Adb | undefined
  let relay: WebSocketServer

  beforeAll(async () => {
    phones = await startPhones(1)
    cable = await Cable.to(Number(phones.endpoints[0]?.split(':')[1]))
    const endpoint = `127.0.0.1:${cable.port}`
    if (way === 'an adb server') {
      adb = await Adb.open()
      await adb.run('connect', endpoint)
    }
    box = await BoxUnderTest.open(adb ? { ADB_SERVER: `127.0.0.1:${adb.port}` } : { ADB_ENDPOINTS: endpoint })
    await box.phonesReady(phones.serials)
  })
  afterAll(async () => {
    await box.close()
    await adb?.stop()
    await cable.close()
    await phones.program.stop()
  })
  beforeEach(async () => {
    relay = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(relay, 'listening')
  })
  afterEach(() => {
    for (const socket of relay.clients) socket.terminate()
    relay.close()
  })

  const onPhone = (command: string): Promise<string> => shell(phones.endpoints[0] ?? '', command)
  const runs = (name: string) => expect.poll(() => onPhone('ps -A -o args'), { timeout: 10_000 }).toContain(name)
  const runsNoMore = (name: string) =>
    expect.poll(() => onPhone('ps -A -o args'), { timeout: 10_000 }).not.toContain(name)

  /** The phone's end of a terminal that the agent was commanded, its shell at the prompt. */
  async function open(): Promise<ItemEnd> {
    const arrival = once(relay, 'connection')
    const relay_url = `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`
    const deadline = Date.now() + 10_000
    const [serial = ''] = phones.serials
    box.send({ type: 'terminal', id: randomUUID(), deadline, serial, ticket: 'a ticket', relay_url })
    const [socket] = (await arrival) as [WebSocket]
    const phone = new ItemEnd(socket)
    expect(await phone.next()).toBe('{"type":"hello","ticket":"a ticket"}')
    phone.say({ type: 'resize', cols: 80, rows: 24 })
    await phone.news('opened')
    await phone.shows(/ \$ $/)
    return phone
  }

  test('what is typed is echoed, run, and its output comes back', async () => {
    const phone = await open()
    phone.type('echo $((6 * 7)) 你好\r')
    await phone.shows(/echo \$\(\(6 \* 7\)\) 你好\r\n42 你好\r\n\S+ \$ $/)
  })

  test('the shell knows the window’s size, at first and after it has changed', async () => {
    const phone = await open()
    phone.type('stty size; echo $TERM\r')
    await phone.shows(/\r\n24 80\r\nxterm-256color\r\n/)
    phone.say({ type: 'resize', cols: 132, rows: 43 })
    phone.type('stty size; echo $COLUMNS\r')
    await phone.shows(/\r\n43 132\r\n132\r\n/)
  })

  test('Ctrl-C ends what runs, not the shell', async () => {
    const phone = await open()
    phone.type('sleep 100\r')
    await runs('sleep 100')
    phone.type('\x03')
    await phone.shows(/\^C\r\n130\|\S+ \$ $/)
    await runsNoMore('sleep 100')
    phone.type('echo on\r')
    await phone.shows(/\r\non\r\n/)
  })

  test('the shell’s exit code is told, and the line closed', async () => {
    const phone = await open()
    phone.type('exit 7\r')
    expect(await phone.news('exit')).toEqual({ type: 'exit', code: 7 })
    expect((await phone.closed).code).toBe(1000)
  })

  test('output without end waits for an operator that has stalled, and Ctrl-C still gets through', async () => {
    const phone = await open()
    phone.stall()
    const before = phone.printed
    phone.type('yes\r')
    await expect.poll(() => phone.printed, { timeout: 10_000 }).toBeGreaterThan(outputWindow - maxOutputBytes)
    // Whoever reads the phone on would have sent more by the time that this command is through.
    await runs('yes')
    expect(phone.printed).toBeLessThanOrEqual(outputWindow)
    const stalledAt = phone.printed
    phone.say({ type: 'ack', bytes: stalledAt - before })
    await expect.poll(() => phone.printed, { timeout: 10_000 }).toBeGreaterThan(stalledAt)
    phone.type('\x03')
    phone.say({ type: 'ack', bytes: outputWindow / 2 })
    await runsNoMore('yes')
  })

  test('a stalled terminal holds up nothing else on the phone, and ends with the relay’s interest', async () => {
    const phone = await open()
    phone.stall()
    phone.type('yes\r')
    await expect.poll(() => phone.printed, { timeout: 10_000 }).toBeGreaterThan(outputWindow - maxOutputBytes)
    const second = await open()
    second.type('echo fine\r')
    await second.shows(/\r\nfine\r\n/)
    phone.socket.close()
    await runsNoMore('yes')
    second.type('echo still fine\r')
    await second.shows(/\r\nstill fine\r\n/)
  })

  test('a long paste goes through whole, and is acknowledged as the phone takes it', async () => {
    const phone = await open()
    phone.type('stty -echo; wc -c\r')
    await runs('wc')
    const line = `${'x'.repeat(1_023)}\r`
    const paste = line.repeat(48)
    let acknowledged = 0
    phone.socket.on('message', (data, isBinary) => {
      const news = isBinary ? undefined : JSON.parse((data as Buffer).toString())
      if (news?.type === 'ack') acknowledged += news.bytes
    })
    for (let start = 0; start < paste.length; start += maxInputBytes) {
      phone.type(paste.slice(start, start + maxInputBytes))
      await expect.poll(() => start - acknowledged).toBeLessThan(inputWindow / 4)
    }
    phone.type('\x04')
    await phone.shows(new RegExp(`\r\n${paste.length}\r\n`))
  })

  test.each([
    ['goes down', () => void onPhone('reboot')],
    ['lets go of its line', () => cable.unplug()],
    ['cuts its line short', () => cable.reset()],
  ])('a phone that %s is told as the reason', async (_how, goAway) => {
    const phone = await open()
    goAway()
    const code = expect.stringMatching(/^agent\.(?:phoneClosed|terminalEnded|phoneUnlisted)$/)
    expect(await phone.news('failed')).toMatchObject({ reason: { code } })
    expect((await phone.closed).code).toBe(1000)
    await box.event('phone_lost')
    cable.plugIn()
    await box.phonesReady(phones.serials)
  })
})
