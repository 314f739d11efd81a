import { useState } from 'react'
import { PageMachines } from './PageMachines.tsx'
import styles from './Machines.module.css'
import { PageTravel } from './PageTravel.tsx'

/** For development: the machines of whatever screen is open, under it, so that they move while one works with it. */
export function MachinesDock() {
  const [open, setOpen] = useState(false)
  return (
    <>
      {open && (
        <div className={styles.dock}>
          <PageTravel>
            <PageMachines />
          </PageTravel>
        </div>
      )}
      <button type="button" className={styles.handle} aria-expanded={open} onClick={() => setOpen(!open)}>
        Machines
      </button>
    </>
  )
}
