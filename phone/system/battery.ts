const DISCHARGING = 3
const CHARGING = 2

interface BatteryState {
  ac: number
  usb: number
  wireless: number
  /** Android's number: 2 charges, 3 discharges. */
  status: number
  /** Per cent. */
  level: number
}

/** What Android says of the battery: what a rack's phone has, and what `dumpsys battery` makes it say until it is reset. */
export class Battery {
  readonly #real: BatteryState
  #pretended: BatteryState | undefined

  /** @param level per cent */
  constructor(level: number) {
    this.#real = { ac: 1, usb: 0, wireless: 0, status: CHARGING, level }
  }

  get state(): Readonly<BatteryState> {
    return this.#pretended ?? this.#real
  }

  /** Whether it says something else than what it is. */
  get isPretending(): boolean {
    return this.#pretended !== undefined
  }

  unplug(): void {
    this.#pretend({ ac: 0, usb: 0, wireless: 0, status: DISCHARGING })
  }

  /** False for what it has no such value of. */
  set(key: string, value: number): boolean {
    if (!Object.hasOwn(this.#real, key) || !Number.isInteger(value)) return false
    this.#pretend({ [key]: value })
    return true
  }

  reset(): void {
    this.#pretended = undefined
  }

  #pretend(change: Partial<BatteryState>): void {
    this.#pretended = { ...this.state, ...change }
  }
}
