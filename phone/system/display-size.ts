import type { PhoneIdentity } from './phone-identity.ts'
import type { Settings } from './settings.ts'

const SIZE_KEY = 'display_size_forced'
const DENSITY_KEY = 'display_density_forced'
const SMALLEST_SIDE = 64
const LARGEST_SIDE = 4_096

export interface Size {
  /** Pixels. */
  width: number
  height: number
}

const isSide = (side: number): boolean => side >= SMALLEST_SIDE && side <= LARGEST_SIDE && side % 2 === 0
const isDisplay = ({ width, height }: Size): boolean => isSide(width) && isSide(height)
const isDensity = (density: number): boolean => density >= 72 && density <= 1_000

/** The display's own size and density, and what `wm` has it pretend, which outlives a reboot. */
export class DisplaySize {
  readonly physical: Size
  readonly physicalDensity: number
  readonly #settings: Settings

  constructor({ width, height, density }: PhoneIdentity, settings: Settings) {
    this.physical = { width, height }
    this.physicalDensity = density
    this.#settings = settings
  }

  get forced(): Size | undefined {
    const [, width, height] = /^(\d+),(\d+)$/.exec(this.#settings.get('global', SIZE_KEY) ?? '') ?? []
    const size = { width: Number(width), height: Number(height) }
    return isDisplay(size) ? size : undefined // Whoever writes the setting may write anything.
  }

  get current(): Size {
    return this.forced ?? this.physical
  }

  get forcedDensity(): number | undefined {
    const density = Number(this.#settings.get('secure', DENSITY_KEY))
    return isDensity(density) ? density : undefined
  }

  /** False for a size that no display has. Odd pixels are rounded down: the encoder knows none. */
  force(size: Size | undefined): boolean {
    if (!size) return this.#put('global', SIZE_KEY, '')
    const even = { width: size.width - (size.width % 2), height: size.height - (size.height % 2) }
    return isDisplay(even) && this.#put('global', SIZE_KEY, `${even.width},${even.height}`)
  }

  forceDensity(density: number | undefined): boolean {
    if (density !== undefined && !isDensity(density)) return false
    return this.#put('secure', DENSITY_KEY, density === undefined ? '' : String(density))
  }

  #put(namespace: 'global' | 'secure', key: string, value: string): boolean {
    return this.#settings.put(namespace, key, value)
  }
}
