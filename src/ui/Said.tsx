import type { ReactNode } from 'react'
import styles from './Said.module.css'

/** What has just been done, for those who hear the page and do not see it. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p className={styles.said} role="status">
      {children}
    </p>
  )
}
