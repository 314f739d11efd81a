import type { FileSystem } from './shell/file-system.ts'
import { FileSystemError } from './shell/inode.ts'
import { NOTES_PACKAGE } from './system/packages.ts'

/** The notes app keeps its text where adb can read it back. */
export interface NotesStore {
  read(): string
  write(text: string): void
  /** Calls back when somebody else has changed the text. Returns the un-subscribe. */
  subscribe(changed: () => void): () => void
}

export const NOTES_PATH = `/data/data/${NOTES_PACKAGE}/files/notes.txt`

/** The notes app's text as a UTF-8 file of the phone. What is written to that file through adb shows up in the app. */
export class NotesFile implements NotesStore {
  readonly #files: FileSystem
  /** What the app knows: its own writes are no news to it. */
  #known: string

  constructor(files: FileSystem) {
    this.#files = files
    this.#known = this.read()
  }

  read(): string {
    try {
      this.#known = this.#files.readFile(NOTES_PATH).toString('utf8')
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error
      // No note has been written yet, or its data was cleared.
      this.#known = ''
    }
    return this.#known
  }

  /** Throws FileSystemError when the phone is full. */
  write(text: string): void {
    this.#known = text
    if (!this.#files.isDirectory(`/data/data/${NOTES_PACKAGE}/files`)) {
      this.#files.mkdir(`/data/data/${NOTES_PACKAGE}/files`, { parents: true, mode: 0o700 })
    }
    this.#files.writeFile(NOTES_PATH, text, { mode: 0o660 })
  }

  subscribe(changed: () => void): () => void {
    return this.#files.watch(NOTES_PATH, () => {
      const known = this.#known
      if (this.read() !== known) changed()
    })
  }
}
