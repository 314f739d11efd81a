import 'uplot/dist/uPlot.min.css'
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { PlottedChart, type ChartPicture } from './time-chart/plotted-chart.ts'
import styles from './time-chart/TimeChart.module.css'

interface Props extends ChartPicture {
  /** What the chart shows, for those who hear it. */
  name: string
  /** Pixels. */
  height: number
}

const steps: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
}

/**
 * Numbers over time. The arrow keys walk the points, each of which is read out; beside the picture stands a table of the
 * same numbers that is heard and not seen.
 */
export function TimeChart({ name, height, ...picture }: Props) {
  const { ticks, titles, series, format } = picture
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<PlottedChart>(null)
  const last = ticks.length - 1

  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const made = new PlottedChart(host.current)
    chart.current = made
    return () => made.destroy()
  }, [])
  useLayoutEffect(() => chart.current?.show(picture))

  const said = (index: number) =>
    [titles[index], ...series.map(({ label, values }) => `${label} ${format(values[index] ?? 0)}`)].join(' · ')

  /** The element remembers where its reader is; a chart has no state beside its picture. */
  const pointAt = (slider: HTMLElement, index: number) => {
    slider.ariaValueNow = String(index)
    slider.ariaValueText = said(index)
    chart.current?.point(index)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = Number(event.currentTarget.ariaValueNow ?? last)
    pointAt(event.currentTarget, Math.min(last, Math.max(0, step(at, last))))
  }

  return (
    <figure className={styles.figure}>
      <div
        ref={host}
        className={styles.host}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, last)}
        aria-valuetext={said(last)}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onBlur={() => chart.current?.point(undefined)}
      />
      <table className={styles.unseen}>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {titles.map((title, index) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {series.map(({ label, values }) => (
                <td key={label}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
