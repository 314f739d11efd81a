import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal, type ITheme } from '@xterm/xterm'
import type { TerminalSize } from '../../domain/terminal-protocol.ts'

interface XtermReports {
  /** The operator has typed or pasted this. */
  typed(text: string): void
  resized(size: TerminalSize): void
}

/** Lines above the window that can be scrolled back to. */
const scrollback = 5_000
const fontSize = 13
const lineHeight = 1.15
/** The usual screen instead of a program's own, a soft reset, no mouse, no brackets around what is pasted (xterm's ctlseqs). */
const normalModes = '\x1b[?47l\x1b[!p\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?2004l'

/** A colour of the theme: `text` is `--text`. */
const colour = (token: string): string => getComputedStyle(document.body).getPropertyValue(`--${token}`).trim()

const theme = (): ITheme => ({
  background: colour('surface-sunken'),
  foreground: colour('text'),
  cursor: colour('accent'),
  cursorAccent: colour('surface-sunken'),
  selectionBackground: colour('row-selected'),
  selectionInactiveBackground: colour('row-selected'),
  scrollbarSliderBackground: colour('line'),
})

/** Xterm on an element of the page: it has the theme's colours and the element's size, and leaves the console its keys. */
export class XtermView {
  readonly #host: HTMLElement
  readonly #terminal: Terminal
  readonly #fit = new FitAddon()
  readonly #size: ResizeObserver
  readonly #theme: MutationObserver

  /** @param host an element that is, and stays, filled by the terminal */
  constructor(host: HTMLElement, reports: XtermReports) {
    this.#host = host
    this.#terminal = new Terminal({
      fontSize,
      lineHeight,
      fontFamily: colour('mono'),
      cursorBlink: true,
      scrollback,
      theme: theme(),
      // The palette's own yellow would not be seen on white.
      minimumContrastRatio: 4.5,
    })
    this.#terminal.loadAddon(this.#fit)
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForTerminal(event))
    this.#terminal.onData((text) => reports.typed(text))
    this.#terminal.onResize(({ cols, rows }) => reports.resized({ cols, rows }))
    this.#size = new ResizeObserver(() => this.fit())
    this.#theme = new MutationObserver(() => {
      this.#terminal.options.theme = theme()
    })
    this.#theme.observe(document.body, { attributes: true, attributeFilter: ['class'] })
    this.#size.observe(host)
  }

  get size(): TerminalSize {
    return { cols: this.#terminal.cols, rows: this.#terminal.rows }
  }

  /** Prints; `shown` is called once the bytes are part of what is seen. */
  write(bytes: Uint8Array, shown: () => void): void {
    this.#terminal.write(bytes, shown)
  }

  /** Begins below what stands there, without the modes that a program may have left behind. */
  begin(): void {
    const { active } = this.#terminal.buffer
    if (active.baseY + active.cursorY > 0 || active.cursorX > 0) this.#terminal.write(`${normalModes}\r\n`)
  }

  focus(): void {
    this.#terminal.focus()
  }

  /** Takes the element's size, and on its first place in the page draws itself. */
  fit(): void {
    if (!this.#host.isConnected || this.#host.clientWidth === 0) return
    if (this.#terminal.element === undefined) this.#terminal.open(this.#host)
    this.#fit.fit()
  }

  /** How the terminal is called for those who don't see it. */
  name(label: string): void {
    this.#terminal.textarea?.setAttribute('aria-label', label)
  }

  /**
   * Ctrl-C copies where something is selected, and interrupts where nothing is; Ctrl-V pastes; with shift they do so in any
   * case, as in other terminals. Shift-Tab leaves the terminal: without a mouse there would be no way out.
   */
  #isForTerminal(event: KeyboardEvent): boolean {
    if (event.defaultPrevented) return false // The console has taken it: Ctrl-K.
    if (event.type !== 'keydown') return true
    if (event.key === 'Tab' && event.shiftKey) return false
    if (!event.ctrlKey || event.altKey || event.metaKey) return true
    const key = event.key.toLowerCase()
    if (key === 'v') return false
    if (key !== 'c' || (!event.shiftKey && !this.#terminal.hasSelection())) return true
    if (event.shiftKey) {
      event.preventDefault() // The browser would open its inspector.
      void navigator.clipboard?.writeText(this.#terminal.getSelection()).catch(() => undefined)
    }
    return false
  }
}
