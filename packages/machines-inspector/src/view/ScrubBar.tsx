import { useMemo, type KeyboardEvent } from 'react'
import type { TimeTravel, TimeTravelEvent } from '../machines/time-travel.ts'
import type { Moments } from '../recording/moments.ts'
import { entryTime } from './moment-words.ts'
import styles from './TimeTravel.module.css'
import { useTravel } from './use-travel.ts'
import { useTravelWords } from './words.ts'

/** Columns of the strip over the bar: each stands for as many entries as fall into it. */
const columns = 160

interface ScrubBarProps {
  travel: TimeTravel
  moments: Moments
  at: number
}

const byKey: Readonly<Record<string, TimeTravelEvent>> = {
  ArrowLeft: { type: 'step', direction: -1 },
  ArrowRight: { type: 'step', direction: 1 },
  Home: { type: 'go to the first' },
  End: { type: 'go to the last' },
}

/** What the buttons show: to an end, or one on. */
const signs = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z',
  previous: 'M11 3v10L5 8z',
  next: 'M5 3v10l6-5z',
  last: 'M11 3h2v10h-2zM3 3v10l7-5z',
}

/** The whole recording in a line: dragged through, or stepped through entry by entry, of those that are shown. */
export function ScrubBar({ travel, moments, at }: ScrubBarProps) {
  const words = useTravelWords()
  const { last } = moments
  const entry = moments.recording.entries[at - 1]
  const when =
    entry === undefined ? words.beginning({ last }) : words.at({ at, last, time: entryTime.format(entry.at) })
  const press = (event: KeyboardEvent) => {
    const wanted = byKey[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    travel.send(wanted)
  }
  const step = (label: keyof typeof signs, event: TimeTravelEvent, isAtEnd: boolean) => (
    <button
      type="button"
      aria-label={words[label]}
      title={words[label]}
      disabled={isAtEnd}
      onClick={() => travel.send(event)}
    >
      <svg width={14} height={14} viewBox="0 0 16 16" aria-hidden>
        <path d={signs[label]} />
      </svg>
    </button>
  )
  return (
    <div className={styles.scrub}>
      {step('first', { type: 'go to the first' }, at === 0)}
      {step('previous', { type: 'step', direction: -1 }, at === 0)}
      <div className={styles.line}>
        <Strip travel={travel} moments={moments} />
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={words.scrub}
          aria-valuetext={when}
          onKeyDown={press}
          onChange={({ currentTarget }) => travel.send({ type: 'go', to: Number(currentTarget.value) })}
        />
      </div>
      {step('next', { type: 'step', direction: 1 }, at === last)}
      {step('last', { type: 'go to the last' }, at === last)}
      <output className={styles.when}>{when}</output>
    </div>
  )
}

/** How much happened when; what the filter lets through stands out, and so does the moment that is compared with. */
function Strip({ travel, moments }: { travel: TimeTravel; moments: Moments }) {
  const shown = useTravel(travel, ({ context }) => context.shown)
  const other = useTravel(travel, (now) => (now.matches({ travelling: 'comparing' }) ? now.context.other : undefined))
  const { last } = moments
  const bars = useMemo(() => barsOf(shown, last), [shown, last])
  return (
    <svg className={styles.strip} viewBox={`0 0 ${columns} 24`} preserveAspectRatio="none" aria-hidden>
      {bars.map(({ column, height }) => (
        <rect key={column} x={column + 0.15} y={24 - height} width={0.7} height={height} />
      ))}
      {other !== undefined && last > 0 && (
        <line x1={(other / last) * columns} x2={(other / last) * columns} y1={0} y2={24} />
      )}
    </svg>
  )
}

function barsOf(shown: readonly number[], last: number): { column: number; height: number }[] {
  const counts = new Map<number, number>()
  for (const entry of shown) {
    const column = Math.min(columns - 1, Math.floor(((entry + 0.5) / Math.max(1, last)) * columns))
    counts.set(column, (counts.get(column) ?? 0) + 1)
  }
  const most = Math.max(1, ...counts.values())
  return [...counts].map(([column, count]) => ({ column, height: 4 + 20 * Math.sqrt(count / most) }))
}
