import { useSyncExternalStore } from 'react'
import { ChartView } from './ChartView.tsx'
import type { Drawings } from './drawings.ts'
import styles from './DrawnChart.module.css'
import type { ChartWords } from './words.ts'

interface DrawnChartProps {
  drawings: Drawings
  /** The machine's id. */
  name: string
  /** Of the actor that runs it. */
  session: string
  /** The paths of the current states. */
  paths: readonly string[]
  words: ChartWords
}

/** A machine's chart, once it is drawn. */
export function DrawnChart({ drawings, name, session, paths, words }: DrawnChartProps) {
  const now = () => drawings.of(name, session)
  const drawing = useSyncExternalStore(drawings.subscribe, now, now)
  if (drawing.is === 'drawn')
    return <ChartView key={session} name={name} svg={drawing.svg} paths={paths} words={words} />
  return (
    <p className={styles.none}>
      {drawing.is === 'being drawn' ? words.drawing : words.noChart(name)}
      {drawing.is === 'failed' && ` ${drawing.error.message}`}
    </p>
  )
}
