import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { boxEndsTopic, type Broker } from '../broker/broker.ts'
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
  readonly #boxes = new Map<number, EmbeddedBox>()

  constructor(options: Options) {
    this.#options = options
    this.#programs = openPrograms(isKept(), options.log)
  }

  async start(): Promise<void> {
    const { store, broker } = this.#options
    for (const box of await store.boxes.embedded()) this.add(box)
    await broker.subscribe(boxEndsTopic, (_topic, boxId) => void this.#endIfGone(Number(boxId)))
  }

  /** Runs another box from now on. */
  add({ id, code, region }: Pick<BoxRow, 'id' | 'code' | 'region'>): void {
    const { phones, dataDir, ...shared } = this.#options
    if (phones === 0) return
    const place = this.#boxes.size
    const box = new EmbeddedBox({
      ...shared,
      programs: this.#programs,
      boxId: id,
      phones: place === 0 ? phones : Math.ceil(phones / 2),
      serialPrefix: serialPrefix(place),
      network: networks[region] ?? otherNetwork,
      agentDataDir: join(dataDir, place === 0 ? 'agent' : `agent-${code}`),
    })
    this.#boxes.set(id, box)
    box.start()
  }

  /** Ends the phones of a box that was removed, and its agent; what merely has to dial in anew goes on. */
  async #endIfGone(id: number): Promise<void> {
    const { store, log } = this.#options
    const box = this.#boxes.get(id)
    try {
      if (box !== undefined && (await store.boxes.byId(id)) === undefined) await box.stop()
    } catch (error) {
      log.error({ err: error, box_id: id }, 'the virtual phones of a removed box could not be ended')
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#boxes.values()].map((box) => box.stop()))
  }
}
