import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { ChartWindow } from './chart-window.ts'
import styles from './ChartView.module.css'
import type { ChartWords } from './words.ts'

interface ChartViewProps {
  /** What the drawing is called for those who don't see it. */
  name: string
  /** Our own drawing of our own code. */
  svg: string
  /** The paths of the current states. */
  paths: readonly string[]
  words: ChartWords
}

const step = 1.25
/** Pixels. */
const stride = 80

const keys: Partial<Record<string, (view: ChartWindow) => void>> = {
  '+': (view) => view.zoom(step),
  '=': (view) => view.zoom(step),
  '-': (view) => view.zoom(1 / step),
  '0': (view) => view.fit(),
  ArrowLeft: (view) => view.move(stride, 0),
  ArrowRight: (view) => view.move(-stride, 0),
  ArrowUp: (view) => view.move(0, stride),
  ArrowDown: (view) => view.move(0, -stride),
}

/** A chart to be looked at: dragged, zoomed by wheel, buttons and keys. The states one is in are lit and stay in sight. Its key is whose chart it is. */
export function ChartView({ name, svg, paths, words }: ChartViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<ChartWindow>(null)
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const made = new ChartWindow(host.current)
    view.current = made
    return () => made.destroy()
  }, [])
  useLayoutEffect(() => view.current?.light(paths))

  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || view.current === null || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act(view.current)
  }
  return (
    <div className={styles.view}>
      {/* It is looked at with the keys as well. */}
      <div
        ref={host}
        className={styles.drawing}
        role="application"
        tabIndex={0}
        aria-label={`${words.chart} ${name}`}
        aria-keyshortcuts="+ - 0"
        onKeyDown={onKeyDown}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <div className={styles.tools} role="toolbar" aria-label={words.view}>
        <button
          type="button"
          aria-label={words.zoomIn}
          title={`${words.zoomIn} (+)`}
          onClick={() => view.current?.zoom(step)}
        >
          +
        </button>
        <button
          type="button"
          aria-label={words.zoomOut}
          title={`${words.zoomOut} (−)`}
          onClick={() => view.current?.zoom(1 / step)}
        >
          −
        </button>
        <button type="button" title={`${words.fit} (0)`} onClick={() => view.current?.fit()}>
          {words.fit}
        </button>
      </div>
    </div>
  )
}
