import type { CSSProperties, ReactNode } from 'react'
import styles from './Donut.module.css'
import type { Tone } from './StatusTag.tsx'

interface Segment {
  key: string
  tone: Tone
  amount: number
}

/** Of a hundred: what separates two segments, and the least that can be seen of one. */
const gap = 1.2
const leastSeen = 1.6

/** Shares of a whole as a ring, around what stands in its middle. It repeats what is said beside it. */
export function Donut({ segments, children }: { segments: readonly Segment[]; children: ReactNode }) {
  const shown = segments.filter(({ amount }) => amount > 0)
  const whole = shown.reduce((sum, { amount }) => sum + amount, 0)
  const room = 100 - (shown.length > 1 ? gap * shown.length : 0)
  const lengths = shown.map(({ amount }) => Math.max(leastSeen, (amount / whole) * room))
  const excess = lengths.reduce((sum, length) => sum + length, 0) - room
  const longest = lengths.indexOf(Math.max(...lengths))

  const drawn = lengths.map((length, index) => length - (index === longest ? excess : 0))
  const space = shown.length > 1 ? gap : 0
  const arcs = shown.map((segment, index) => ({
    ...segment,
    length: drawn[index] ?? 0,
    from: drawn.slice(0, index).reduce((sum, length) => sum + length + space, 0),
  }))
  return (
    <div className={styles.donut}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className={styles.track} cx="60" cy="60" r="50" />
        {arcs.map(({ key, tone, length, from: start }) => (
          <circle
            key={key}
            className={styles.arc}
            cx="60"
            cy="60"
            r="50"
            pathLength="100"
            style={{ '--tone': `var(--${tone})` } as CSSProperties} // React's types know no custom properties.
            strokeDasharray={`${length} ${100 - length}`}
            strokeDashoffset={-start}
          />
        ))}
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  )
}
