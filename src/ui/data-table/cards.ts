// Rows as cards, for a phone in the hand: fetched where a window is that narrow (late-cards.ts).
import styles from './cards.module.css'
import type { RowShape } from './geometry.ts'

export { SortPick } from './SortPick.tsx'

/** A card of three lines, and 8 px to the next. */
export const shape: RowShape = { rowHeight: 100, headerHeight: 0 }

export const className = styles.cards
