import { useState, useSyncExternalStore } from 'react'
import { liveActors, type LiveActor } from '../../inspector/live-actors.ts'
import { ActorChart } from './ActorChart.tsx'
import { ActorFacts } from './ActorFacts.tsx'
import { ActorTree } from './ActorTree.tsx'
import styles from './LiveMachines.module.css'

/** Every actor that is alive on this page, the chart of one with its current state lit, and what it heard last. */
export function LiveMachines() {
  const actors = useSyncExternalStore(liveActors.subscribe, liveActors.all)
  const [chosen, choose] = useState<string>()
  const shown = actors.find(({ ref }) => ref.sessionId === chosen) ?? actors.find(isInteresting) ?? actors[0]
  const machines = actors.filter(({ machine }) => machine !== undefined).length

  return (
    <div className={styles.machines}>
      <nav className={styles.tree} aria-label="Actors">
        <p>
          {machines} machines and {actors.length - machines} other actors are alive on this page
        </p>
        <ActorTree actors={actors} shown={shown?.ref.sessionId} onChoose={choose} />
      </nav>
      <section className={styles.main} aria-label="Chart">
        {shown !== undefined && <ActorChart actor={shown} />}
      </section>
      <aside className={styles.facts}>{shown !== undefined && <ActorFacts actor={shown} />}</aside>
    </div>
  )
}

/** The session's chart tells the most about the console. */
const isInteresting = ({ machine }: LiveActor): boolean => machine?.id === 'session'
