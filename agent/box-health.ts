import { readdir, readFile, statfs } from 'node:fs/promises'
import { cpus, freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BoxHealth } from '../domain/box-protocol.ts'

const thermalZones = '/sys/class/thermal'

function processorTime(): { idle: number; total: number } {
  let idle = 0
  let total = 0
  for (const { times } of cpus()) {
    idle += times.idle
    total += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, total }
}

/** Looks at the machine that the agent runs on. */
export class BoxHealthProbe {
  readonly #dataDir: string
  #processor = processorTime()

  /** @param dataDir a folder on the disk whose use is reported */
  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** The processor's load is that since the last reading. */
  async read(): Promise<BoxHealth> {
    const [disk, temperature] = await Promise.all([this.#diskUse(), hottestZone()])
    return { cpu: this.#processorLoad(), memory: Math.round((1 - freemem() / totalmem()) * 100), disk, temperature }
  }

  #processorLoad(): number | undefined {
    const before = this.#processor
    this.#processor = processorTime()
    const total = this.#processor.total - before.total
    return total > 0 ? Math.round((1 - (this.#processor.idle - before.idle) / total) * 100) : undefined
  }

  async #diskUse(): Promise<number | undefined> {
    const { blocks, bavail } = await statfs(this.#dataDir)
    return blocks > 0 ? Math.round((1 - bavail / blocks) * 100) : undefined
  }
}

/** In °C; undefined on machines that don't tell. */
async function hottestZone(): Promise<number | undefined> {
  try {
    const zones = (await readdir(thermalZones)).filter((name) => name.startsWith('thermal_zone'))
    const readings = await Promise.all(zones.map((zone) => readFile(join(thermalZones, zone, 'temp'), 'latin1')))
    const degrees = readings.map((reading) => Number(reading) / 1_000).filter((value) => value > 0 && value < 150)
    return degrees.length > 0 ? Math.max(...degrees) : undefined
  } catch {
    // Virtual machines have no such folder, and some zones can't be read.
    return undefined
  }
}
