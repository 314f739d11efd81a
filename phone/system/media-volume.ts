import type { Settings } from './settings.ts'

const KEY = 'volume_music_speaker'
/** Android's steps of STREAM_MUSIC. */
const MAX_STEP = 15
const USUAL_STEP = 5

/** What a listener hears of: another volume, or that whoever looks at the screen is to see it. */
type VolumeEvent = 'changed' | 'show'

/** How loud media are. As on Android, the step is a setting that outlives a reboot, and being muted is not. */
export class MediaVolume {
  readonly max = MAX_STEP
  readonly #settings: Settings
  readonly #listeners = new Set<(news: VolumeEvent) => void>()
  #isMuted = false

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** What is heard, in steps: 0 while muted. */
  get level(): number {
    return this.#isMuted ? 0 : this.#step
  }

  set level(step: number) {
    this.#isMuted = false
    this.#store(step)
  }

  raise(): void {
    this.level = this.#step + 1
  }

  /** A muted phone stays muted. */
  lower(): void {
    this.#store(this.#step - 1)
  }

  toggleMute(): void {
    this.#isMuted = !this.#isMuted
    this.#tell('changed')
  }

  show(): void {
    this.#tell('show')
  }

  /** What a reboot loses. */
  forgetVolatile(): void {
    this.#isMuted = false
  }

  subscribe(listener: (news: VolumeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whoever writes the setting may write anything. */
  get #step(): number {
    const step = Number.parseInt(this.#settings.get('system', KEY) ?? '', 10)
    return Number.isNaN(step) ? USUAL_STEP : Math.min(Math.max(step, 0), MAX_STEP)
  }

  #store(step: number): void {
    this.#settings.put('system', KEY, String(Math.min(Math.max(step, 0), MAX_STEP)))
    this.#tell('changed')
  }

  #tell(news: VolumeEvent): void {
    for (const listener of this.#listeners) listener(news)
  }
}
