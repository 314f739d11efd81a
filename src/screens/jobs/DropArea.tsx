import type { ReactNode } from 'react'
import styles from './FileArgument.module.css'
import type { ArgumentFile } from './use-argument-file.ts'

/** Hears what is dropped anywhere into the dialog within: React hands its events on to whoever has rendered it. */
export const DropArea = ({ of, children }: { of: ArgumentFile; children: ReactNode }) => (
  <div className={styles.around} {...of.handlers}>
    {children}
  </div>
)
