import '@blueprintjs/table/lib/css/table.css'
import { HotkeysProvider } from '@blueprintjs/core'
import type { CSSProperties, ReactNode } from 'react'
import styles from './Sheet.module.css'

interface SheetProps {
  className?: string | undefined
  style: CSSProperties
  /** A table of `@blueprintjs/table`. */
  children: ReactNode
}

/** Lets the keys scroll a table, too: its parts that scroll get the focus, those with buttons in them by these. */
function makeScrollable(sheet: HTMLElement | null): void {
  const parts = ['main', 'top'].map((part) => `.bp6-table-quadrant-${part} > .bp6-table-quadrant-scroll-container`)
  for (const part of sheet?.querySelectorAll<HTMLElement>(parts.join()) ?? []) part.tabIndex = 0
}

/** Around a spreadsheet: the console's colours, and its keys, of which `?` tells. */
export function Sheet({ className = '', style, children }: SheetProps) {
  return (
    <HotkeysProvider>
      <div ref={makeScrollable} className={`${styles.sheet} ${className}`} style={style}>
        {children}
      </div>
    </HotkeysProvider>
  )
}
