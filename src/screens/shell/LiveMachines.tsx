import { useState, useSyncExternalStore } from 'react'
import type { AnyMachineSnapshot, StateValue } from 'xstate'
import { actorName } from '../../inspector/actor-name.ts'
import { liveActors, type LiveActor } from '../../inspector/live-actors.ts'
import { ActorChart } from './ActorChart.tsx'
import { ActorFacts } from './ActorFacts.tsx'
import { stateWords } from './actor-words.ts'
import { ActorTree, type ShownActor } from './ActorTree.tsx'
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
        <ActorTree actors={actors.map(shownActor)} shown={shown?.ref.sessionId} onChoose={choose} />
      </nav>
      <section className={styles.main} aria-label="Chart">
        {shown !== undefined && <ActorChart actor={shown} />}
      </section>
      <aside className={styles.facts}>{shown !== undefined && <ActorFacts actor={shown} />}</aside>
    </div>
  )
}

const shownActor = ({ ref, machine, parent }: LiveActor): ShownActor => ({
  session: ref.sessionId,
  parent,
  name: machine?.id ?? actorName(ref.src, ref.id),
  words: machine === undefined ? '' : stateWords((ref.getSnapshot() as AnyMachineSnapshot).value as StateValue), // A machine's.
  isMachine: machine !== undefined,
  isAlive: true,
})

/** The session's chart tells the most about the console. */
const isInteresting = ({ machine }: LiveActor): boolean => machine?.id === 'session'
