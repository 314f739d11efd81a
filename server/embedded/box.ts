import type { FastifyBaseLogger } from 'fastify'
import { newEnrolment } from '../auth/box-credentials.ts'
import type { Broker } from '../realtime/broker.ts'
import type { Store } from '../store/store.ts'
import { Program } from './program.ts'

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
  store: Store
  broker: Broker
  log: FastifyBaseLogger
}

/** A box of virtual phones beside the server: the phones, and the agent that speaks adb to them over TCP. */
export class EmbeddedBox {
  readonly #options: Options
  readonly #phones: Program
  #agent: Program | undefined
  #endpoints: string[] = []
  /** Settles with the last exchange of the agent. */
  #exchange: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#phones = new Program({
      name: 'phones',
      args: [
        'phone/main.ts',
        '--phones',
        String(options.phones),
        '--port',
        '0',
        '--serial-prefix',
        options.serialPrefix,
        '--network',
        options.network,
      ],
      log: options.log,
      onLine: (line) => this.#phonesSaid(line),
    })
  }

  start(): void {
    this.#phones.start()
  }

  async stop(): Promise<void> {
    await this.#exchange
    await this.#agent?.stop()
    await this.#phones.stop()
  }

  #phonesSaid(line: Record<string, unknown>): void {
    if (typeof line.port === 'number') {
      this.#endpoints.push(`${typeof line.host === 'string' ? line.host : '127.0.0.1'}:${line.port}`)
    } else if (line.ready === true) {
      const endpoints = this.#endpoints
      this.#endpoints = [] // Restarted phones tell theirs anew.
      this.#exchange = this.#exchange
        .then(() => this.#startAgent(endpoints))
        .catch((error: unknown) => this.#options.log.error({ err: error }, 'the agent could not be started'))
    }
  }

  async #startAgent(endpoints: string[]): Promise<void> {
    const { boxId, phones, store, broker, serverUrl, tls, agentDataDir, log } = this.#options
    await this.#agent?.stop()
    const box = await store.boxes.byId(boxId)
    if (box === undefined) return log.warn({ box_id: boxId }, 'the box is gone; its virtual phones stay unused')
    await store.boxes.makeRoom(box.id, phones)
    const { token, hash } = newEnrolment()
    await store.boxes.replaceEnrolment(box.id, hash)
    broker.dropBox(box.id)
    this.#agent = new Program({
      name: 'agent',
      args: ['agent/main.ts'],
      inherits: /^(AGENT_DATA|SCRCPY_SERVER_PATH|ADB\w*)$/,
      env: {
        ...(!process.env.AGENT_DATA && { AGENT_DATA: agentDataDir }),
        PHONEDECK_URL: serverUrl,
        ENROLMENT_TOKEN: token,
        ADB_ENDPOINTS: endpoints.join(','),
        // The certificate is for the public name, and this is the way from a machine to itself.
        ...(tls && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
      },
      log,
    })
    return this.#agent.start()
  }
}
