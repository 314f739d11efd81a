/** One measured number beside what we promise. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The most it may be; with `atLeast`, the least. */
  bound?: number
  atLeast?: boolean
  /** The least and the most of what it is the median of. */
  spread?: readonly [least: number, most: number]
}

/** A benchmark measures some figures; it cleans up after itself. */
export type Benchmark = () => Promise<Figure[]>

/** The value below which the fraction of all values lies, by nearest rank. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)]
  if (value === undefined) throw new Error('a quantile of nothing')
  return value
}

const inShort = (value: number): string => String(Number(value.toPrecision(4)))

const holds = ({ value, bound, atLeast }: Figure): boolean =>
  bound === undefined || (atLeast ? value >= bound : value <= bound)

const promised = ({ bound, unit, atLeast }: Figure): string =>
  bound === undefined ? '' : `${atLeast ? '≥' : '≤'} ${bound} ${unit}`

/** The table of figures as Markdown; a missed promise is marked. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const spread = figure.spread && ` (${figure.spread.map(inShort).join(' to ')})`
    const measured = `${inShort(figure.value)} ${figure.unit}${spread ?? ''}`
    return `| ${figure.name} | ${measured} | ${promised(figure)} | ${holds(figure) ? '' : 'MISSED'} |`
  })
  return ['| figure | measured | promised | |', '|---|---|---|---|', ...rows].join('\n')
}
