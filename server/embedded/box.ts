import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { newEnrolment } from '../boxes/credentials.ts'
import type { Broker } from '../broker/broker.ts'
import type { Store } from '../store/store.ts'
import type { ProgramSpec } from './kept-program.mjs'
import { type Programs, specOf } from './programs.ts'

interface Options {
  boxId: number
  phones: number
  serialPrefix: string
  /** The first two numbers of the phones' addresses. */
  network: string
  /** Where the agent keeps its adb key, unless its own AGENT_DATA says so. */
  agentDataDir: string
  /** Where the agent reaches the server. */
  serverUrl: string
  /** Whether serverUrl is HTTPS, with a certificate for another name than the local one. */
  tls: boolean
  programs: Programs
  store: Store
  broker: Broker
  log: FastifyBaseLogger
}

/** What an agent enrols with. */
const tokenVariable = 'ENROLMENT_TOKEN'

/** A box of virtual phones beside the server: the phones, and the agent that speaks adb to them over TCP. */
export class EmbeddedBox {
  readonly #options: Options
  /** Where phones that are being started listen, by serial number. */
  readonly #endpoints = new Map<string, string>()
  /** Settles with the last exchange of the agent. */
  #exchange: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    const { phones, serialPrefix, network, programs } = this.#options
    const options = { phones, port: 0, 'serial-prefix': serialPrefix, network }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    programs.run(this.#name('phones'), specOf({ args: ['phone/main.ts', ...args] }), (line) => this.#phonesSaid(line))
  }

  async stop(): Promise<void> {
    const { programs } = this.#options
    await this.#exchange
    await programs.stop(this.#name('agent'))
    await programs.stop(this.#name('phones'))
  }

  #name(part: 'agent' | 'phones'): string {
    return `${part} ${this.#options.boxId}`
  }

  #phonesSaid(line: Record<string, unknown>): void {
    if (typeof line.port === 'number') {
      const host = typeof line.host === 'string' ? line.host : '127.0.0.1'
      this.#endpoints.set(String(line.serial), `${host}:${line.port}`)
    } else if (line.ready === true) {
      const endpoints = [...this.#endpoints.values()]
      this.#endpoints.clear() // Phones that were started again tell theirs anew.
      this.#exchange = this.#exchange
        .then(() => this.#startAgent(endpoints))
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'the agent could not be started'))
    }
  }

  /** Has an agent serve these phones; one that does already goes on with its work. */
  async #startAgent(endpoints: string[]): Promise<void> {
    const { boxId, phones, programs, store, broker, log } = this.#options
    const name = this.#name('agent')
    const running = await programs.running(name)
    const token = running?.env[tokenVariable]
    const spec = this.#agentSpec(endpoints, token)
    if (running && isDeepStrictEqual(running, spec)) return programs.run(name, spec)

    await programs.stop(name)
    const box = await store.boxes.byId(boxId)
    if (box === undefined) return log.warn({ box_id: boxId }, 'the box is gone; its virtual phones stay unused')
    await store.boxes.makeRoom(box.id, phones)
    const enrolment = newEnrolment()
    await store.boxes.replaceEnrolment(box.id, enrolment.hash)
    broker.dropBox(box.id)
    return programs.run(name, this.#agentSpec(endpoints, enrolment.token))
  }

  #agentSpec(endpoints: readonly string[], token = ''): ProgramSpec {
    const { serverUrl, tls, agentDataDir } = this.#options
    return specOf({
      args: ['agent/main.ts'],
      inherits: /^(AGENT_DATA|SCRCPY_SERVER_PATH|ADB\w*)$/,
      env: {
        ...(!process.env.AGENT_DATA && { AGENT_DATA: agentDataDir }),
        PHONEDECK_URL: serverUrl,
        [tokenVariable]: token,
        ADB_ENDPOINTS: endpoints.join(','),
        // The certificate is for the public name, and this is the way from a machine to itself.
        ...(tls && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
      },
    })
  }
}
