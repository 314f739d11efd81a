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

/** Around a spreadsheet: the console's colours, and its keys, of which `?` tells. */
export function Sheet({ className = '', style, children }: SheetProps) {
  return (
    <HotkeysProvider>
      <div className={`${styles.sheet} ${className}`} style={style}>
        {children}
      </div>
    </HotkeysProvider>
  )
}
