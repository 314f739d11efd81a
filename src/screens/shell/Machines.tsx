import { Link } from 'react-router-dom'
import { LiveMachines } from './LiveMachines.tsx'
import styles from './Machines.module.css'

/** For development: the machines that live as long as the page. Those of a screen are to be seen beside it, in the dock. */
export function Machines() {
  return (
    <div className={styles.page}>
      <title>Machines</title>
      <header className={styles.header}>
        <h1>Machines</h1>
        <p>Open a screen’s own machines at the bottom of any screen.</p>
        <Link to="/">To the console</Link>
      </header>
      <main className={styles.main}>
        <LiveMachines />
      </main>
    </div>
  )
}
