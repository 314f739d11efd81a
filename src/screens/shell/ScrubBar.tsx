import { ChevronLeft, ChevronRight, StepBackward, StepForward } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Moments } from '../../inspector/moments.ts'
import type { TimeTravel, TimeTravelEvent } from '../../machines/shell/time-travel.ts'
import { entryTime } from './moment-words.ts'
import styles from './TimeTravel.module.css'

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

/** The whole recording in a line: dragged through, or stepped through entry by entry, of those that are shown. */
export function ScrubBar({ travel, moments, at }: ScrubBarProps) {
  const { t } = useTranslation()
  const { last } = moments
  const entry = moments.recording.entries[at - 1]
  const words =
    entry === undefined
      ? t('recordings.beginning', { last })
      : t('recordings.at', { at, last, time: entryTime.format(entry.at) })
  const press = (event: KeyboardEvent) => {
    const wanted = byKey[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    travel.send(wanted)
  }
  const step = (
    label: 'first' | 'previous' | 'next' | 'last',
    sign: ReactNode,
    event: TimeTravelEvent,
    isAtEnd: boolean,
  ) => (
    <button
      type="button"
      aria-label={t(`recordings.${label}`)}
      title={t(`recordings.${label}`)}
      disabled={isAtEnd}
      onClick={() => travel.send(event)}
    >
      {sign}
    </button>
  )
  return (
    <div className={styles.scrub}>
      {step('first', <StepBackward />, { type: 'go to the first' }, at === 0)}
      {step('previous', <ChevronLeft />, { type: 'step', direction: -1 }, at === 0)}
      <div className={styles.line}>
        <Strip travel={travel} moments={moments} />
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t('recordings.scrub')}
          aria-valuetext={words}
          onKeyDown={press}
          onChange={({ currentTarget }) => travel.send({ type: 'go', to: Number(currentTarget.value) })}
        />
      </div>
      {step('next', <ChevronRight />, { type: 'step', direction: 1 }, at === last)}
      {step('last', <StepForward />, { type: 'go to the last' }, at === last)}
      <output className={styles.when}>{words}</output>
    </div>
  )
}

/** How much happened when; what the filter lets through stands out, and so does the moment that is compared with. */
function Strip({ travel, moments }: { travel: TimeTravel; moments: Moments }) {
  const shown = useSelector(travel, ({ context }) => context.shown)
  const other = useSelector(travel, (now) => (now.matches({ travelling: 'comparing' }) ? now.context.other : undefined))
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
