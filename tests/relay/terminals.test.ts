import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes } from '../../domain/stream-protocol.ts'
import {
  inputWindow,
  maxInputBytes,
  maxOutputBytes,
  outputWindow,
  type TerminalAgentReport,
  type TerminalReport,
} from '../../domain/terminal-protocol.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { Terminals, terminalTimings, type TerminalTimings } from '../../server/relay/terminals.ts'
import { OwnTickets } from '../../server/relay/ticket-gate.ts'
import { sealTicket, type TerminalTicket } from '../../server/relay/tickets.ts'
import { Peer } from './relay-under-test.ts'

const manager = { id: 4, user_name: 'manager', role: 'manager' as const, path: '1/4' }
const secret = Buffer.from('a secret of at least thirty-two bytes')

/** Terminals in an app of their own; the test plays the database, the broker, the agents and the operators. */
class TerminalsUnderTest {
  /** Whose phone something was typed on, and by whom. */
  readonly typed: number[][] = []
  readonly requests: { id: string; ticket: string }[] = []
  terminals!: Terminals
  #app!: FastifyInstance
  #url = ''

  static async open(timings: Partial<TerminalTimings> = {}): Promise<TerminalsUnderTest> {
    const test = new TerminalsUnderTest()
    test.#app = Fastify()
    test.terminals = new Terminals(
      {
        gate: new OwnTickets(secret),
        secret,
        log: test.#app.log,
        request: ({ id }, ticket) => test.requests.push({ id, ticket }),
        typed: (...whose) => test.typed.push(whose),
      },
      { ...terminalTimings, ...timings },
    )
    test.terminals.register(test.#app)
    await test.#app.listen({ port: 0, host: '127.0.0.1' })
    test.#url = `ws://127.0.0.1:${(test.#app.server.address() as AddressInfo).port}`
    return test
  }

  close(): Promise<void> {
    return this.#app.close()
  }

  ticket(fields: Partial<TerminalTicket> = {}): string {
    return sealTicket(secret, {
      kind: 'terminal',
      device_id: 7,
      box_id: 3,
      serial: 'PD0007',
      user: manager,
      session_id: 'session-1',
      nonce: randomUUID(),
      expires_at: Date.now() + 30_000,
      ...fields,
    })
  }

  async dial(path: string, headers: Record<string, string> = {}): Promise<Peer> {
    const socket = new WebSocket(`${this.#url}${path}`, { headers, perMessageDeflate: false })
    const peer = new Peer(socket)
    await once(socket, 'open')
    return peer
  }

  /** An operator that has presented a ticket. */
  async operator(ticket = this.ticket(), more: object = {}): Promise<Peer> {
    const operator = await this.dial('/relay/terminal')
    operator.say({ type: 'hello', ticket, cols: 80, rows: 24, ...more })
    return operator
  }

  /** The agent that follows the next request. */
  async agent(): Promise<Peer> {
    await expect.poll(() => this.requests.length, { interval: 5 }).toBeGreaterThan(0)
    const agent = await this.dial('/relay/terminal-agent')
    agent.say({ type: 'hello', ticket: this.requests.shift()?.ticket })
    return agent
  }

  /** A terminal with both its ends. */
  async pair(fields: Partial<TerminalTicket> = {}): Promise<{ operator: Peer; agent: Peer }> {
    const operator = await this.operator(this.ticket(fields))
    const agent = await this.agent()
    expect(await agent.next()).toBe('{"type":"resize","cols":80,"rows":24}')
    agent.say({ type: 'opened' } satisfies TerminalAgentReport)
    expect(await reportTo(operator)).toEqual({ type: 'opened' })
    return { operator, agent }
  }
}

/** What an operator is told next, beside that the line is alive. */
const reportTo = (operator: Peer): Promise<TerminalReport> =>
  operator.hear((report): report is TerminalReport => (report as TerminalReport).type !== 'alive')

const bytes = (count: number): Buffer => Buffer.alloc(count, 'x')

let relay: TerminalsUnderTest
beforeEach(async () => {
  relay = await TerminalsUnderTest.open()
})
afterEach(() => relay.close())

/** Another relay, with other time limits. */
async function reopen(timings: Partial<TerminalTimings>): Promise<void> {
  await relay.close()
  relay = await TerminalsUnderTest.open(timings)
}

describe('a terminal', () => {
  test('passes bytes, sizes and acknowledgements both ways', async () => {
    const { operator, agent } = await relay.pair()
    operator.socket.send(Buffer.from('ls\r'))
    expect(await agent.packet()).toEqual(Buffer.from('ls\r'))
    expect(relay.typed).toEqual([[7, manager.id]])
    agent.say({ type: 'ack', bytes: 3 })
    expect(await reportTo(operator)).toEqual({ type: 'ack', bytes: 3 })
    agent.socket.send(Buffer.from([0, 0xff, 27]))
    expect(await operator.packet()).toEqual(Buffer.from([0, 0xff, 27]))
    operator.say({ type: 'ack', bytes: 3 })
    expect(await agent.next()).toBe('{"type":"ack","bytes":3}')
    operator.say({ type: 'resize', cols: 100, rows: 40 })
    expect(await agent.next()).toBe('{"type":"resize","cols":100,"rows":40}')
  })

  test('that was resized before its agent came opens with the latest size', async () => {
    const operator = await relay.operator()
    operator.say({ type: 'resize', cols: 132, rows: 50 })
    await operator.settled()
    const agent = await relay.agent()
    expect(await agent.next()).toBe('{"type":"resize","cols":132,"rows":50}')
  })

  test('tells the exit code, and both lines are closed', async () => {
    const { operator, agent } = await relay.pair()
    agent.say({ type: 'exit', code: 3 })
    expect(await reportTo(operator)).toEqual({ type: 'exit', code: 3 })
    expect(await operator.closed).toMatchObject({ code: 1000 })
    expect(await agent.closed).toMatchObject({ code: 1000 })
    expect(relay.terminals.count).toBe(0)
  })

  test('says that it is alive', async () => {
    await reopen({ watch: 10 })
    const { operator } = await relay.pair()
    expect(await operator.hear((said): said is object => (said as { type: string }).type === 'alive')).toBeDefined()
  })

  test('ends at the phone when its operator leaves', async () => {
    const { operator, agent } = await relay.pair()
    operator.socket.close()
    expect(await agent.closed).toMatchObject({ code: 1000 })
  })
})

/** Expects that the operator is told why, and cut off. */
async function expectEnd(operator: Peer, code: number, reason: Reason): Promise<void> {
  expect(await reportTo(operator)).toEqual({ type: 'ended', reason })
  expect((await operator.closed).code).toBe(code)
  await expect.poll(() => relay.terminals.count, { interval: 5 }).toBe(0)
}

describe('a terminal is closed, and the operator told why,', () => {
  test('when the agent does not come', async () => {
    await reopen({ dialIn: 20 })
    await expectEnd(await relay.operator(), closeCodes.gone, reason('relay.lateBox'))
  })

  test('when the agent comes and opens no shell', async () => {
    await reopen({ dialIn: 300 })
    const operator = await relay.operator()
    const agent = await relay.agent()
    await expectEnd(operator, closeCodes.gone, reason('relay.lateBox'))
    await agent.closed
  })

  test('when the box can’t follow the request', async () => {
    const operator = await relay.operator()
    await expect.poll(() => relay.requests.length, { interval: 5 }).toBe(1)
    relay.terminals.requestFailed(relay.requests[0]?.id ?? '', reason('agent.noSuchPhone'))
    await expectEnd(operator, closeCodes.gone, reason('agent.noSuchPhone'))
  })

  test('when the shell fails', async () => {
    const { operator, agent } = await relay.pair()
    agent.say({ type: 'failed', reason: reason('agent.phoneClosed') })
    await expectEnd(operator, closeCodes.gone, reason('agent.phoneClosed'))
  })

  test('when the agent’s line breaks', async () => {
    const { operator, agent } = await relay.pair()
    agent.socket.terminate()
    await expectEnd(operator, closeCodes.gone, reason('relay.lostBox'))
  })

  test('when the phone is lost', async () => {
    const { operator, agent } = await relay.pair()
    relay.terminals.phoneLost(8, reason('devices.reason.agentLost'))
    relay.terminals.phoneLost(7, reason('devices.reason.lost'))
    await expectEnd(operator, closeCodes.gone, reason('devices.reason.lost'))
    await agent.closed
  })

  test('when nothing is typed for long; what is printed does not count', async () => {
    await reopen({ idle: 150 })
    const { operator, agent } = await relay.pair()
    const printing = setInterval(() => agent.socket.send(bytes(1)), 20)
    try {
      await expectEnd(operator, closeCodes.gone, reason('relay.terminalIdle'))
    } finally {
      clearInterval(printing)
    }
  })

  test('when it has been open for long, however much is typed', async () => {
    await reopen({ longest: 300 })
    const { operator } = await relay.pair()
    const typing = setInterval(() => operator.socket.send(bytes(1)), 20)
    try {
      await expectEnd(operator, closeCodes.gone, reason('relay.terminalTooLong'))
    } finally {
      clearInterval(typing)
    }
  })

  test('when its session ends, and a ticket of that session is worth nothing afterwards', async () => {
    const { operator, agent } = await relay.pair()
    const late = relay.ticket()
    relay.terminals.signOut('session-1')
    await expectEnd(operator, closeCodes.signedOut, reason('relay.signedOut'))
    await agent.closed
    await expectEnd(await relay.operator(late), closeCodes.signedOut, reason('relay.signedOut'))
  })

  test('when the phone goes to somebody else', async () => {
    const { operator, agent } = await relay.pair()
    for (const held of relay.terminals.phones()) held.end(reason('relay.heldByOther'))
    await expectEnd(operator, closeCodes.takenOver, reason('relay.heldByOther'))
    await agent.closed
  })
})

describe('nobody gets in', () => {
  test('with a ticket that was used', async () => {
    const ticket = relay.ticket()
    await relay.operator(ticket)
    const second = await relay.operator(ticket)
    expect(await reportTo(second)).toEqual({ type: 'ended', reason: reason('relay.badTicket') })
    expect((await second.closed).code).toBe(closeCodes.badTicket)
  })

  test.each([
    ['that is forged', () => `${relay.ticket()}x`],
    ['that has expired', () => relay.ticket({ expires_at: Date.now() - 1 })],
    [
      'to look at the video',
      () => sealTicket(secret, { kind: 'agent', device_id: 7, nonce: randomUUID(), expires_at: Date.now() + 30_000 }),
    ],
    [
      'of an agent',
      () =>
        sealTicket(secret, {
          kind: 'terminal_agent',
          terminal_id: 'one',
          nonce: randomUUID(),
          expires_at: Date.now() + 30_000,
        }),
    ],
  ])('with a ticket %s', async (_, ticket) => {
    await expectEnd(await relay.operator(ticket()), closeCodes.badTicket, reason('relay.badTicket'))
  })

  test('without a size', async () => {
    await expectEnd(
      await relay.operator(relay.ticket(), { cols: 0 }),
      closeCodes.malformed,
      reason('relay.ticketExpected'),
    )
  })

  test('as an agent with an operator’s ticket, or twice with its own', async () => {
    const impostor = await relay.dial('/relay/terminal-agent')
    impostor.say({ type: 'hello', ticket: relay.ticket() })
    expect((await impostor.closed).code).toBe(closeCodes.badTicket)
    await relay.operator()
    await expect.poll(() => relay.requests.length, { interval: 5 }).toBe(1)
    const { ticket } = relay.requests[0] ?? {}
    await relay.agent()
    const second = await relay.dial('/relay/terminal-agent')
    second.say({ type: 'hello', ticket })
    expect((await second.closed).code).toBe(closeCodes.badTicket)
  })

  test('from a page of another origin', async () => {
    await expect(relay.dial('/relay/terminal', { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(relay.dial('/relay/terminal-agent', { origin: 'http://127.0.0.1' })).rejects.toThrow('403')
  })

  test('to more terminals than one may have', async () => {
    for (let i = 0; i < 10; i += 1) await relay.pair({ device_id: i })
    const eleventh = await relay.operator(relay.ticket({ device_id: 99 }))
    expect(await reportTo(eleventh)).toEqual({ type: 'ended', reason: reason('relay.tooManyOwnTerminals') })
    const somebody = await relay.operator(relay.ticket({ device_id: 99, user: { ...manager, id: 5 } }))
    await somebody.settled()
    expect(relay.terminals.count).toBe(11)
  })

  test('to a phone that has as many as it may', async () => {
    for (let i = 0; i < 20; i += 1) await relay.pair({ user: { ...manager, id: 100 + i } })
    const next = await relay.operator()
    expect(await reportTo(next)).toEqual({ type: 'ended', reason: reason('relay.tooManyPhoneTerminals') })
  })
})

describe('whoever does not keep to the protocol is cut off:', () => {
  test('an agent that prints more than its window', async () => {
    const { operator, agent } = await relay.pair()
    for (let sent = 0; sent < outputWindow; sent += maxOutputBytes) agent.socket.send(bytes(maxOutputBytes))
    for (let heard = 0; heard < outputWindow; heard += maxOutputBytes) await operator.packet()
    agent.socket.send(bytes(1))
    await expectEnd(operator, closeCodes.gone, reason('relay.malformedBox'))
  })

  test('an operator that types more than its window', async () => {
    const { operator, agent } = await relay.pair()
    for (let sent = 0; sent < inputWindow; sent += maxInputBytes) operator.socket.send(bytes(maxInputBytes))
    operator.socket.send(bytes(1))
    await expectEnd(operator, closeCodes.malformed, reason('relay.malformed'))
    await agent.closed
  })

  test.each([
    ['acknowledges what was not printed', { type: 'ack', bytes: 1 }],
    ['asks for what there is not', { type: 'reboot' }],
    ['asks for a terminal without end', { type: 'resize', cols: 1e9, rows: 1 }],
  ])('an operator that %s', async (_, message) => {
    const { operator } = await relay.pair()
    operator.say(message)
    await expectEnd(operator, closeCodes.malformed, reason('relay.malformed'))
  })

  test('an operator that types before there is a shell', async () => {
    const operator = await relay.operator()
    operator.socket.send(bytes(1))
    await expectEnd(operator, closeCodes.malformed, reason('relay.malformed'))
  })

  test('either, with a message that is too long', async () => {
    const { operator } = await relay.pair()
    operator.socket.send(bytes(maxInputBytes + 1))
    expect((await operator.closed).code).toBe(1009)
    const { operator: other, agent } = await relay.pair()
    agent.socket.send(bytes(maxOutputBytes + 1))
    await expectEnd(other, closeCodes.gone, reason('relay.lostBox'))
  })

  test('an operator that says more than anybody could', async () => {
    const { operator } = await relay.pair()
    for (let i = 0; i < 5_000; i += 1) operator.say({ type: 'resize', cols: 80, rows: 24 })
    await expectEnd(operator, closeCodes.tooManyMessages, reason('relay.tooManyMessages'))
  })

  test.each([
    ['acknowledges what was not typed', { type: 'ack', bytes: 1 }],
    ['says nonsense', { type: 'nonsense' }],
    ['says hello again', { type: 'hello', ticket: 'again' }],
  ])('an agent that %s', async (_, message) => {
    const { operator, agent } = await relay.pair()
    agent.say(message)
    await expectEnd(operator, closeCodes.gone, reason('relay.malformedBox'))
  })
})
