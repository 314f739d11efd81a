import styles from './TimeChart.module.css'

interface Reading {
  title: string
  rows: readonly { label: string; tone: string; value: string }[]
  /** Where on the plot, and how wide that is; pixels. */
  left: number
  width: number
}

/** Pixels between the point and what is said of it. */
const distance = 14

/** What the chart's point under the pointer says, beside it. */
export class Readout {
  readonly #box = document.createElement('div')

  constructor() {
    this.#box.className = styles.readout ?? ''
    this.#box.hidden = true
  }

  attach(plot: HTMLElement): void {
    plot.append(this.#box)
  }

  hide(): void {
    this.#box.hidden = true
  }

  show({ title, rows, left, width }: Reading): void {
    const head = document.createElement('b')
    head.textContent = title
    this.#box.replaceChildren(head, ...rows.flatMap(lineOf))
    this.#box.hidden = false
    const fits = left + distance + this.#box.offsetWidth <= width
    const at = fits ? left + distance : Math.max(0, left - distance - this.#box.offsetWidth)
    this.#box.style.transform = `translateX(${Math.round(at)}px)`
  }
}

function lineOf({ label, tone, value }: Reading['rows'][number]): HTMLElement[] {
  const name = document.createElement('span')
  name.dataset.tone = tone
  name.style.setProperty('--tone', `var(--${tone})`)
  name.textContent = label
  const figure = document.createElement('span')
  figure.textContent = value
  return [name, figure]
}
