import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { createActor, createMachine, type AnyActorRef } from 'xstate'
import { inputWindow, maxInputBytes, outputWindow, type TerminalReport } from '../../../domain/terminal-protocol.ts'
import { maxPaste, terminalLine, type TerminalLineReport } from '../../../src/api/terminal-line.ts'
import type { TerminalReports, TerminalScreen } from '../../../src/terminal/terminal-screen.ts'
import { Peer } from '../../relay/relay-under-test.ts'
import { reason } from '../../../texts/reason.ts'

let server: WebSocketServer
let line: AnyActorRef | undefined
const reports: TerminalLineReport[] = []

beforeEach(async () => {
  reports.length = 0
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  vi.stubGlobal('location', { href: `http://127.0.0.1:${(server.address() as AddressInfo).port}/device1/remotely` })
})
afterEach(() => {
  line?.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

/** A screen that shows what is printed when the test says so. */
class SlowScreen {
  size = { cols: 80, rows: 24 }
  reports: TerminalReports | undefined
  readonly printed: Uint8Array[] = []
  readonly #shown: (() => void)[] = []

  start(reports: TerminalReports): void {
    this.reports = reports
  }

  stop(): void {
    this.reports = undefined
  }

  write(bytes: Uint8Array, shown: () => void): void {
    this.printed.push(bytes)
    this.#shown.push(shown)
  }

  show(): void {
    for (const shown of this.#shown.splice(0)) shown()
  }
}

/** A line to a relay that the test plays. */
async function dial() {
  const arrival = once(server, 'connection')
  const screen = new SlowScreen()
  // What the line needs of a screen.
  const input = { relayUrl: '/relay/terminal', ticket: 'a ticket', screen: screen as unknown as TerminalScreen }
  const parent = createMachine({
    invoke: { src: terminalLine, input },
    on: { '*': { actions: ({ event }) => reports.push(event as TerminalLineReport) } },
  })
  const actor = createActor(parent).start()
  line = actor
  const [socket, { url }] = (await arrival) as [ServerSocket, { url: string }]
  const relay = new Peer(socket)
  return { actor, screen, relay, url, says: (report: TerminalReport) => relay.say(report) }
}

/** One whose shell is open. */
async function open() {
  const dialled = await dial()
  await dialled.relay.next()
  dialled.says({ type: 'opened' })
  await dialled.relay.next()
  return dialled
}

const reported = (report: TerminalLineReport) => expect.poll(() => reports, { interval: 5 }).toContainEqual(report)
const text = (length: number): Uint8Array => new Uint8Array(length).fill(0x78)

describe('a line to a shell', () => {
  it('presents its ticket and the screen’s size, and tells the size again once the shell is open', async () => {
    const { relay, url, says, screen } = await dial()
    expect(url).toBe('/relay/terminal')
    expect(JSON.parse(String(await relay.next()))).toEqual({ type: 'hello', ticket: 'a ticket', cols: 80, rows: 24 })
    screen.size = { cols: 100, rows: 30 }
    says({ type: 'opened' })
    expect(await relay.next()).toBe('{"type":"resize","cols":100,"rows":30}')
    await reported({ type: 'opened' })
  })

  it('prints what comes, and acknowledges what was shown a quarter of the window at a time', async () => {
    const { relay, screen } = await open()
    for (let sent = 0; sent < outputWindow / 2; sent += 16_384) relay.socket.send(text(16_384))
    await expect.poll(() => screen.printed.length, { interval: 5 }).toBe(8)
    expect(relay.waitingTexts).toEqual([])
    screen.show()
    expect(await relay.next()).toBe(`{"type":"ack","bytes":${outputWindow / 4}}`)
    expect(await relay.next()).toBe(`{"type":"ack","bytes":${outputWindow / 4}}`)
  })

  it('sends of a long paste what the phone has room for, and the rest as it takes it', async () => {
    const { relay, screen, says } = await open()
    screen.reports?.typed(text(inputWindow + 10))
    for (let heard = 0; heard < inputWindow; heard += maxInputBytes)
      expect((await relay.packet()).length).toBe(maxInputBytes)
    screen.reports?.typed(new TextEncoder().encode('!'))
    says({ type: 'ack', bytes: 4 })
    expect((await relay.packet()).length).toBe(4)
    says({ type: 'ack', bytes: 100 })
    expect((await relay.packet()).toString()).toBe('xxxxxx!')
  })

  it('refuses a paste that is too long whole, and goes on', async () => {
    const { relay, screen } = await open()
    screen.reports?.typed(text(maxPaste + 1))
    await reported({ type: 'overfilled' })
    screen.reports?.typed(new TextEncoder().encode('ls'))
    expect((await relay.packet()).toString()).toBe('ls')
  })

  it('tells with which code the shell ended, and why it was closed', async () => {
    const { relay, says } = await open()
    says({ type: 'exit', code: 4 })
    says({ type: 'ended', reason: reason('devices.reason.lost') })
    relay.socket.close(4404)
    await reported({ type: 'exited', code: 4 })
    await reported({ type: 'closed', code: 4404, reason: reason('devices.reason.lost') })
  })

  it('takes silence for the line’s end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    const { says, relay } = await open()
    vi.advanceTimersByTime(14_000)
    says({ type: 'alive' })
    await relay.settled()
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(14_000)
    expect(reports).toEqual([{ type: 'opened' }])
    vi.advanceTimersByTime(3_000)
    expect(reports).toContainEqual({ type: 'closed', code: 1006, reason: null })
  })

  it('hangs up when it is stopped, and hears nothing more of what is typed', async () => {
    const { relay, screen, actor } = await open()
    actor.stop()
    await relay.closed
    expect(screen.reports).toBeUndefined()
  })
})
