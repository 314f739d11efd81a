import type { Settings } from './settings.ts'

/** A phone's place in the network of its rack. Leaving it and coming back gives another address. */
export class Network {
  readonly mac: string
  readonly #first: readonly number[]
  readonly #settings: Settings
  #isOn = true
  /** How often it has come back. */
  #returns = 0

  constructor({ ip, mac }: { ip: string; mac: string }, settings: Settings) {
    this.mac = mac
    this.#first = ip.split('.').map(Number)
    this.#settings = settings
  }

  /** Undefined while the phone is in airplane mode. */
  get address(): string | undefined {
    if (!this.#isOn) return undefined
    const [a = 10, b = 64, c = 0, d = 0] = this.#first
    // Each return leads to another of the rack's networks, with 10.64 up to 10.127: no two phones ever share an address.
    return [a, b + (this.#returns % 64), c, d].join('.')
  }

  /** The network's first two numbers. */
  get prefix(): string {
    return (this.address ?? this.#first.join('.')).split('.').slice(0, 2).join('.')
  }

  get isAirplaneModeOn(): boolean {
    return !this.#isOn
  }

  /** What the quick settings do: the setting and the radio together. */
  setAirplaneMode(on: boolean): void {
    this.#settings.put('global', 'airplane_mode_on', on ? '1' : '0')
    this.followSetting()
  }

  /** What the broadcast of a changed setting does. */
  followSetting(): void {
    const isOn = this.#settings.get('global', 'airplane_mode_on') !== '1'
    if (isOn && !this.#isOn) this.#returns += 1
    this.#isOn = isOn
  }
}
