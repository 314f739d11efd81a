import type { Stage } from './app.ts'
import type { Area } from './area.ts'
import type { NotesStore, ScreenIdentity } from './identity.ts'

/** What of the screen an app's stage passes on. */
export interface StageHost {
  identity: ScreenIdentity
  notes: NotesStore
  now: () => number
  bounds: () => Area
  isWatched: () => boolean
  clipboard: { read: () => string; write: (text: string) => void }
  /** An area, by default all, of what is asking looks different now. */
  invalidate: (area?: Area) => void
}

/** An app's view of the phone. */
export class AppStage implements Stage {
  readonly identity: ScreenIdentity
  readonly notes: NotesStore
  readonly now: () => number
  readonly invalidate: (area?: Area) => void
  #host: StageHost

  constructor(host: StageHost) {
    this.identity = host.identity
    this.notes = host.notes
    this.now = host.now
    this.invalidate = host.invalidate
    this.#host = host
  }

  get width(): number {
    return this.#host.bounds().width
  }

  get height(): number {
    return this.#host.bounds().height
  }

  get watched(): boolean {
    return this.#host.isWatched()
  }

  get clipboard(): string {
    return this.#host.clipboard.read()
  }

  set clipboard(text: string) {
    this.#host.clipboard.write(text)
  }
}
