import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Aedes } from 'aedes'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  boxOfEventsTopic,
  commandsTopic,
  parseBoxEvent,
  type BoxCommand,
  type StreamCommand,
  type BoxEvent,
  type PhoneReport,
} from '../../domain/box-protocol.ts'
import type { PhoneCommand } from '../../domain/command-protocol.ts'
import { phone as watched, RelayUnderTest } from '../relay/relay-under-test.ts'
import { freePort } from '../support/free-port.ts'

const boxId = 3
const enrolmentToken = 'an enrolment token'
const root = join(import.meta.dirname, '../..')

/** A child that prints JSON lines. It ends with the test, because its IPC channel does. */
export class Program {
  readonly child: ChildProcess
  readonly lines: Record<string, unknown>[] = []
  readonly exited: Promise<number | null>
  readonly #printed = new EventEmitter()

  constructor(script: string, args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [join(root, script), ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { PATH: process.env.PATH ?? '', ...env },
    })
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null)
    if (!this.child.stdout) throw new Error('a pipe was asked for')
    createInterface(this.child.stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Record<string, unknown>)
      this.#printed.emit('line')
    })
  }

  /** The first line that is wanted, printed already or to come. */
  async line(wanted: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const line = this.lines.find(wanted)
      if (line) return line
      await once(this.#printed, 'line')
    }
  }

  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    return this.exited
  }
}

export interface VirtualPhones {
  program: Program
  serials: string[]
  endpoints: string[]
}

/** Starts `node phone/main.ts`, each phone on a free port or on those that are given. */
export async function startPhones(count: number, port = 0): Promise<VirtualPhones> {
  const program = new Program('phone/main.ts', ['--phones', String(count), '--port', String(port)])
  await program.line(({ ready }) => ready === true)
  const phones = program.lines.filter(({ serial }) => serial !== undefined)
  return {
    program,
    serials: phones.map(({ serial }) => String(serial)),
    endpoints: phones.map(({ host, port }) => `${String(host)}:${String(port)}`),
  }
}

/** An agent with a server played by the test: enrolment, broker and relay are there, the database is not. */
export class BoxUnderTest {
  readonly relay: RelayUnderTest
  readonly env: Record<string, string>
  /** The broker takes only the password that goes with the latest. */
  enrolments = 0
  agent!: Program
  readonly #api: FastifyInstance
  readonly #brokerPort: number
  readonly #dataDir: string
  readonly #events: BoxEvent[] = []
  readonly #received = new EventEmitter()
  readonly #sockets = new Set<Socket>()
  #broker!: Aedes
  #listener!: Server

  private constructor(relay: RelayUnderTest, api: FastifyInstance, dataDir: string, brokerPort: number) {
    this.relay = relay
    this.#api = api
    this.#dataDir = dataDir
    this.#brokerPort = brokerPort
    this.env = { ENROLMENT_TOKEN: enrolmentToken, AGENT_DATA: join(dataDir, 'agent') }
  }

  /** @param env of the agent: where it finds phones */
  static async open(env: Record<string, string>): Promise<BoxUnderTest> {
    const relay = await RelayUnderTest.open({ backoff: [100] })
    const box = new BoxUnderTest(relay, Fastify(), await mkdtemp(join(tmpdir(), 'box-')), await freePort())
    relay.onRequest = (serial, ticket) => box.command({ serial, ticket })
    await box.startBroker()
    await box.#serveEnrolment()
    Object.assign(box.env, env)
    box.startAgent()
    return box
  }

  startAgent(): void {
    this.agent = new Program('agent/main.ts', [], this.env)
  }

  async close(): Promise<void> {
    await this.agent.stop()
    await this.relay.close()
    await this.stopBroker()
    await this.#api.close()
    await rm(this.#dataDir, { recursive: true })
  }

  async startBroker(): Promise<void> {
    this.#broker = await Aedes.createBroker({
      authenticate: (_client, user, password, done) => {
        done(null, user === 'box' && password?.toString() === `secret-${this.enrolments}`)
      },
    })
    this.#broker.on('publish', ({ topic, payload }) => {
      if (boxOfEventsTopic(topic) !== boxId) return
      const event = parseBoxEvent(payload.toString())
      if (!event) throw new Error(`the agent said ${payload.toString()}`)
      if (event.type === 'result' && !event.ok) this.relay.relay.requestFailed(watched.device_id, event.reason)
      this.#events.push(event)
      this.#received.emit('event')
    })
    this.#listener = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      this.#broker.handle(socket)
    })
    await new Promise<void>((resolve) => this.#listener.listen(this.#brokerPort, '127.0.0.1', resolve))
  }

  async stopBroker(): Promise<void> {
    await new Promise<void>((resolve) => this.#broker.close(resolve))
    await new Promise<unknown>((resolve) => this.#listener.close(resolve))
  }

  /** Closes the agent's connection to the broker, which has it come back. */
  dropAgent(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** The next event that is wanted; those before it are passed over. */
  async event<T extends BoxEvent['type']>(
    type: T,
    wanted: (event: Extract<BoxEvent, { type: T }>) => boolean = () => true,
  ): Promise<Extract<BoxEvent, { type: T }>> {
    for (;;) {
      const event = this.#events.shift()
      if (event === undefined) await once(this.#received, 'event')
      // Sound: the type has been compared.
      else if (event.type === type && wanted(event as Extract<BoxEvent, { type: T }>))
        return event as Extract<BoxEvent, { type: T }>
    }
  }

  /** The next event, of whatever type, that is wanted; those before it are passed over. */
  async anyEvent(wanted: (event: BoxEvent) => boolean): Promise<BoxEvent> {
    for (;;) {
      const event = this.#events.shift()
      if (event === undefined) await once(this.#received, 'event')
      else if (wanted(event)) return event
    }
  }

  /** What the agent says of phones once all of them are ready, in this order. */
  async phonesReady(serials: readonly string[]): Promise<PhoneReport[]> {
    const ready = new Map<string, PhoneReport>()
    while (!serials.every((serial) => ready.has(serial))) {
      const event = this.#events.shift()
      if (event === undefined) await once(this.#received, 'event')
      const reported = event?.type === 'phones' || event?.type === 'inventory' ? event.phones : []
      for (const phone of reported) if (phone.state === 'ready') ready.set(phone.serial, phone)
    }
    return serials.flatMap((serial) => ready.get(serial) ?? [])
  }

  command(fields: { serial: string; ticket: string } & Partial<StreamCommand>): void {
    this.send({
      type: 'stream',
      id: randomUUID(),
      deadline: Date.now() + 10_000,
      relay_url: `${this.relay.url}/relay/agent`,
      settings: { max_size: 0, fps: 30, bitrate: 2_000_000 },
      ...fields,
    })
  }

  /** Gives the agent a command on a phone; answers the command's id. */
  give(command: PhoneCommand, { id, deadline = Date.now() + 10_000 }: { id?: string; deadline?: number } = {}): string {
    const name = id ?? randomUUID()
    this.send({ id: name, deadline, ...command })
    return name
  }

  send(command: BoxCommand): void {
    this.#broker.publish(
      {
        cmd: 'publish',
        topic: commandsTopic(boxId),
        payload: Buffer.from(JSON.stringify(command)),
        qos: 1,
        retain: false,
        dup: false,
      },
      (error) => {
        if (error) throw error
      },
    )
  }

  async #serveEnrolment(): Promise<void> {
    this.#api.post('/api/restful/v2/box/enrol', (request, reply) => {
      const { enrolment_token } = request.body as { enrolment_token: string }
      if (enrolment_token !== enrolmentToken) return reply.send({ code: 50008, message: 'illegal token', data: null })
      this.enrolments += 1
      return reply.send({
        code: 20000,
        message: '',
        data: {
          box_id: boxId,
          name: 'Box 3',
          mqtt_config: {
            broker_url: `mqtt://127.0.0.1:${this.#brokerPort}`,
            user_name: 'box',
            password: `secret-${this.enrolments}`,
            client_id: 'box-3',
            topic: commandsTopic(boxId),
          },
        },
      })
    })
    await this.#api.listen({ port: 0, host: '127.0.0.1' })
    this.env.PHONEDECK_URL = `http://127.0.0.1:${(this.#api.server.address() as AddressInfo).port}`
  }
}
