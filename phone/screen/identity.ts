/** What the screen shows of the phone itself; what can change is asked for each time. */
export interface ScreenIdentity {
  serial: string
  model: string
  androidVersion: string
  ip: () => string
  /** BCP 47, such as zh-CN */
  language: () => string
  /** per cent */
  battery: () => number
  /** IANA name, such as America/Los_Angeles */
  timezone: () => string
}

/** How loud media are, in steps. */
export interface VolumeControl {
  readonly max: number
  /** What is heard: 0 while muted. */
  level: number
  raise(): void
  lower(): void
  toggleMute(): void
  /** Calls back when it is another (`changed`), and when it is to be seen (`show`); returns the un-subscribe. */
  subscribe(listener: (news: 'changed' | 'show') => void): () => void
}

/** Where the notes app keeps its one note. */
export interface NotesStore {
  read(): string
  write(text: string): void
  /** Calls back after every change, also the app's own; returns the un-subscribe. */
  subscribe(changed: () => void): () => void
}
