import uPlot from 'uplot'
import { Readout } from './readout.ts'

/** A colour of the theme: `ok` is `--ok`, `chart-2` is `--chart-2`. */
export type ChartTone = 'ok' | 'accent' | 'danger' | 'idle' | `chart-${1 | 2 | 3 | 4 | 5 | 6}`

export interface ChartSeries {
  label: string
  tone: ChartTone
  values: readonly number[]
}

export interface ChartPicture {
  /** Of each point, as the axis says it: `14:00`. */
  ticks: readonly string[]
  /** Of each point, in full. */
  titles: readonly string[]
  series: readonly ChartSeries[]
  /** Areas under lines, or bars that stand on each other. */
  kind: 'area' | 'bars'
  format: (value: number) => string
  /** A value of the axis, shorter. */
  formatTick: (value: number) => string
}

/** Pixels that a tick of the axis wants for itself. */
const tickWidth = 64
const axisWidth = 44
const axisHeight = 26
const rightPadding = 22
/** What is counted has no halves. */
const wholeSteps = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

/** Each series with those before it below. */
function stacked(series: readonly ChartSeries[]): number[][] {
  let below: readonly number[] = []
  return series.map(({ values }) => {
    const sums = values.map((value, index) => value + (below[index] ?? 0))
    below = sums
    return sums
  })
}

/** A chart on an element. uPlot draws it, and this knows the theme, the size, and what the pointer is at. */
export class PlottedChart {
  readonly #host: HTMLElement
  readonly #readout: Readout
  readonly #size: ResizeObserver
  readonly #theme: MutationObserver
  #plot: uPlot | undefined
  #picture: ChartPicture | undefined

  constructor(host: HTMLElement) {
    this.#host = host
    this.#readout = new Readout()
    this.#size = new ResizeObserver(() => this.#plot?.setSize(this.#bounds()))
    this.#size.observe(host)
    this.#theme = new MutationObserver(() => this.#plot?.redraw())
    this.#theme.observe(document.body, { attributes: true, attributeFilter: ['class'] })
  }

  /** Draws; where only numbers have changed, nothing else moves. */
  show(picture: ChartPicture): void {
    const before = this.#picture
    this.#picture = picture
    const shapeOf = ({ kind, series, ticks }: ChartPicture) =>
      JSON.stringify([kind, ticks.length, series.map(({ label, tone }) => [label, tone])])
    if (before !== undefined && this.#plot !== undefined && shapeOf(before) === shapeOf(picture))
      return this.#plot.setData(this.#data(picture))
    this.#plot?.destroy()
    this.#plot = new uPlot(this.#options(picture), this.#data(picture), this.#host)
  }

  /** Points at one place, as the pointer does; nowhere for undefined. */
  point(index: number | undefined): void {
    if (this.#plot === undefined) return
    const left = index === undefined ? -10 : this.#plot.valToPos(index, 'x')
    this.#plot.setCursor({ left, top: index === undefined ? -10 : this.#plot.over.clientHeight / 2 })
  }

  destroy(): void {
    this.#size.disconnect()
    this.#theme.disconnect()
    this.#plot?.destroy()
  }

  #bounds = () => ({ width: Math.max(80, this.#host.clientWidth), height: this.#host.clientHeight })

  #colour = (token: string): string => getComputedStyle(document.body).getPropertyValue(`--${token}`).trim()

  /** Bars are drawn from the highest sum down, so that each stands before those it stands on. */
  #data({ ticks, series, kind }: ChartPicture): uPlot.AlignedData {
    const columns = kind === 'bars' ? stacked(series).toReversed() : series.map(({ values }) => [...values])
    return [ticks.map((_, index) => index), ...columns]
  }

  #options({ kind, series, ticks }: ChartPicture): uPlot.Options {
    const font = `11px ${getComputedStyle(this.#host).fontFamily}`
    const margin = kind === 'bars' ? 0.5 : 0
    const axis = { stroke: () => this.#colour('text-faint'), font, ticks: { show: false } }
    const drawn = kind === 'bars' ? series.toReversed() : series
    return {
      ...this.#bounds(),
      legend: { show: false },
      padding: [10, rightPadding, 0, 0],
      cursor: {
        y: false,
        drag: { x: false, y: false },
        points: kind === 'bars' ? { show: false } : { size: 7, width: 2, fill: () => this.#colour('surface-raised') },
      },
      scales: {
        x: { time: false, range: [-margin, Math.max(1, ticks.length - 1) + margin] },
        y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.12)] },
      },
      axes: [
        {
          ...axis,
          size: axisHeight,
          gap: 6,
          grid: { show: false },
          splits: (plot) => this.#splits(plot, ticks.length),
          values: (_plot, splits) => splits.map((index) => this.#picture?.ticks[index] ?? ''),
        },
        {
          ...axis,
          size: axisWidth,
          gap: 8,
          space: 44,
          incrs: wholeSteps,
          grid: { stroke: () => this.#colour('line'), width: 1 },
          values: (_plot, splits) => splits.map((value) => this.#picture?.formatTick(value) ?? ''),
        },
      ],
      series: [{}, ...drawn.map(({ label, tone }) => this.#series(kind, label, tone))],
      hooks: {
        ready: [(plot) => this.#readout.attach(plot.over)],
        setCursor: [(plot) => this.#tell(plot)],
      },
    }
  }

  #series(kind: ChartPicture['kind'], label: string, tone: ChartTone): uPlot.Series {
    const stroke = () => this.#colour(tone)
    if (kind === 'bars')
      return {
        label,
        stroke,
        fill: stroke,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars?.({ size: [0.62, 36], radius: 0.12 }),
      }
    return {
      label,
      stroke,
      width: 2,
      points: { show: false },
      paths: uPlot.paths.spline?.(),
      fill: (plot) => {
        const { top, height } = plot.bbox
        const shade = plot.ctx.createLinearGradient(0, top, 0, top + height)
        shade.addColorStop(0, translucent(stroke(), 0.32))
        shade.addColorStop(1, translucent(stroke(), 0.02))
        return shade
      },
    }
  }

  /** As many ticks as there is room for, the last point among them. */
  #splits(plot: uPlot, count: number): number[] {
    // What is drawn for the first time is in no page yet, and knows its own width alone.
    const room = Math.max(1, Math.floor((plot.width - axisWidth - rightPadding) / tickWidth))
    const step = Math.max(1, Math.ceil(count / room))
    const last = count - 1
    return Array.from({ length: Math.ceil(count / step) }, (_, index) => last - index * step).toReversed()
  }

  #tell(plot: uPlot): void {
    const { idx, left = -1 } = plot.cursor
    if (idx === null || idx === undefined || left < 0 || this.#picture === undefined) return this.#readout.hide()
    const { titles, series, format } = this.#picture
    this.#readout.show({
      title: titles[idx] ?? '',
      rows: series.map(({ label, tone, values }) => ({ label, tone, value: format(values[idx] ?? 0) })),
      left: plot.valToPos(idx, 'x'),
      width: plot.over.clientWidth,
    })
  }
}

/** A colour of the theme, which is written `#rrggbb`, with an alpha. */
const translucent = (colour: string, alpha: number): string =>
  `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`
