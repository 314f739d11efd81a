import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../broker/broker.ts'
import type { BoxRow } from '../store/box-queries.ts'
import type { Store } from '../store/store.ts'
import { EmbeddedBox } from './box.ts'
import { isKept } from './keeper.ts'
import { openPrograms, type Programs } from './programs.ts'

interface Options {
  /** Of the first box; each further one has half as many. With 0 no box runs. */
  phones: number
  dataDir: string
  /** Where agents reach the server. */
  serverUrl: string
  /** Whether serverUrl is HTTPS, with a certificate for another name than the local one. */
  tls: boolean
  store: Store
  broker: Broker
  log: FastifyBaseLogger
}

/** The serial numbers of the first box begin with PD, of the second with PE, and so on. */
const serialPrefix = (place: number): string => `P${String.fromCharCode('D'.charCodeAt(0) + place)}`

/**
 * What virtual phones take for their network, by their box's region: large providers' ranges, so that addresses have a country.
 * They send nothing from there, and nothing is sent to them.
 */
const networks: Readonly<Record<string, string>> = { 'us-west': '73.93', 'jp-east': '126.32' }
const otherNetwork = '10.64'

/** The boxes of virtual phones beside the server. */
export class EmbeddedFleet {
  readonly #options: Options
  readonly #programs: Programs
  readonly #boxes: EmbeddedBox[] = []

  constructor(options: Options) {
    this.#options = options
    this.#programs = openPrograms(isKept(), options.log)
  }

  async start(): Promise<void> {
    for (const box of await this.#options.store.boxes.embedded()) this.add(box)
  }

  /** Runs another box from now on. */
  add({ id, code, region }: Pick<BoxRow, 'id' | 'code' | 'region'>): void {
    const { phones, dataDir, ...shared } = this.#options
    if (phones === 0) return
    const place = this.#boxes.length
    const box = new EmbeddedBox({
      ...shared,
      programs: this.#programs,
      boxId: id,
      phones: place === 0 ? phones : Math.ceil(phones / 2),
      serialPrefix: serialPrefix(place),
      network: networks[region] ?? otherNetwork,
      agentDataDir: join(dataDir, place === 0 ? 'agent' : `agent-${code}`),
    })
    this.#boxes.push(box)
    box.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#boxes.map((box) => box.stop()))
  }
}
