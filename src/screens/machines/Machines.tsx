import { useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { liveActors, type LiveActor } from '../../inspector/live-actors.ts'
import { ActorChart } from './ActorChart.tsx'
import { ActorFacts } from './ActorFacts.tsx'
import { ActorTree } from './ActorTree.tsx'
import styles from './Machines.module.css'

/** For development: every actor of the running console, its chart with the current state lit, and what it heard last. */
export function Machines() {
  const actors = useSyncExternalStore(liveActors.subscribe, liveActors.all)
  const [chosen, choose] = useState<string>()
  const shown = actors.find(({ ref }) => ref.sessionId === chosen) ?? actors.find(isInteresting) ?? actors[0]

  return (
    <div className={styles.page}>
      <title>Machines</title>
      <header className={styles.header}>
        <h1>Machines</h1>
        <p>
          {actors.filter(({ machine }) => machine !== undefined).length} machines and{' '}
          {actors.filter(({ machine }) => machine === undefined).length} other actors are alive on this page
        </p>
        <Link to="/">To the console</Link>
      </header>
      <nav className={styles.tree} aria-label="Actors">
        <ActorTree actors={actors} shown={shown?.ref.sessionId} onChoose={choose} />
      </nav>
      <main className={styles.main}>{shown !== undefined && <ActorChart actor={shown} />}</main>
      <aside className={styles.facts}>{shown !== undefined && <ActorFacts actor={shown} />}</aside>
    </div>
  )
}

/** The session's chart tells the most about the console. */
const isInteresting = ({ machine }: LiveActor): boolean => machine?.id === 'session'
