import { maxCols, maxRows, type TerminalSize } from '../../domain/terminal-protocol.ts'
import type { XtermView } from './xterm-view.ts'

export interface TerminalReports {
  /** The operator has typed or pasted this. */
  typed(bytes: Uint8Array): void
  resized(size: TerminalSize): void
}

/** Until the element's size is known, as of old. */
const usualSize: TerminalSize = { cols: 80, rows: 24 }

const bounded = ({ cols, rows }: TerminalSize): TerminalSize => ({
  cols: Math.min(Math.max(cols, 1), maxCols),
  rows: Math.min(Math.max(rows, 1), maxRows),
})

/**
 * What a shell prints, on an element, and what is typed into it. It outlives the element: what was printed stays, and goes on
 * being printed, while it is not seen, and moves along when another element takes over.
 *
 * Xterm is fetched when it is first needed.
 */
export class TerminalScreen {
  #host: HTMLElement | undefined
  #view: XtermView | undefined
  #loading: Promise<XtermView> | undefined
  #reports: TerminalReports | undefined
  #label = ''

  /** Fetches what draws the terminal. Rejects when it can't be had; another call tries again. */
  async load(): Promise<void> {
    this.#loading ??= this.#fetch()
    try {
      await this.#loading
    } catch (error) {
      this.#loading = undefined
      throw error
    }
  }

  get size(): TerminalSize {
    return bounded(this.#view?.size ?? usualSize)
  }

  /** A shell begins, on a screen that has been loaded. */
  start(reports: TerminalReports): void {
    this.#reports = reports
    this.#view?.begin()
  }

  /** The shell is over: what is typed goes nowhere. */
  stop(): void {
    this.#reports = undefined
  }

  /** Prints; `shown` is called once the bytes are part of what is seen. */
  write(bytes: Uint8Array, shown: () => void): void {
    this.#view?.write(bytes, shown)
  }

  /** As if the operator had typed it. */
  type(text: string): void {
    this.#reports?.typed(new TextEncoder().encode(text))
    this.focus()
  }

  focus(): void {
    this.#view?.focus()
  }

  /** Fills an element from now on; null for none. */
  showOn(element: HTMLElement | null, label: string): void {
    this.#label = label
    if (element === null) return this.#host?.remove()
    element.append(this.#place())
    this.#show()
  }

  #place(): HTMLElement {
    this.#host ??= document.createElement('div')
    this.#host.style.height = '100%'
    return this.#host
  }

  #show(): void {
    this.#view?.fit()
    this.#view?.name(this.#label)
  }

  async #fetch(): Promise<XtermView> {
    const { XtermView } = await import('./xterm-view.ts')
    this.#view = new XtermView(this.#place(), {
      typed: (text) => this.#reports?.typed(new TextEncoder().encode(text)),
      resized: (size) => this.#reports?.resized(bounded(size)),
    })
    this.#show()
    return this.#view
  }
}
