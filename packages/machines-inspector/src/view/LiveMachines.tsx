import { useState, useSyncExternalStore } from 'react'
import type { AnyMachineSnapshot, StateValue } from 'xstate'
import { actorName } from '../recording/actor-name.ts'
import type { LiveActor, LiveActors } from '../recording/live-actors.ts'
import type { SecretNames } from '../recording/secret-names.ts'
import { ActorChart } from './ActorChart.tsx'
import { ActorFacts } from './ActorFacts.tsx'
import { stateWords } from './actor-words.ts'
import { ActorTree, type ShownActor } from './ActorTree.tsx'
import type { Drawings } from './drawings.ts'
import styles from './LiveMachines.module.css'
import type { LiveWords } from './words.ts'

interface LiveMachinesProps {
  actors: LiveActors
  secrets: SecretNames
  drawings: Drawings
  words: LiveWords
  /** The id of the machine that is shown until another is chosen; the first that there is where it is left out. */
  first?: string | undefined
}

/** Every actor that is alive on this page, the chart of one with its current state lit, and what it heard last. */
export function LiveMachines({ actors: live, secrets, drawings, words, first }: LiveMachinesProps) {
  const actors = useSyncExternalStore(live.subscribe, live.all, live.all)
  const [chosen, choose] = useState<string>()
  const machines = actors.filter(({ machine }) => machine !== undefined)
  const shown =
    actors.find(({ ref }) => ref.sessionId === chosen) ??
    machines.find(({ machine }) => machine?.id === first) ??
    machines[0] ??
    actors[0]

  return (
    <div className={styles.machines}>
      <nav className={styles.tree} aria-label={words.actors}>
        <p>{words.alive({ machines: machines.length, others: actors.length - machines.length })}</p>
        <ActorTree actors={actors.map(shownActor)} shown={shown?.ref.sessionId} onChoose={choose} />
      </nav>
      <section className={styles.main} aria-label={words.chart}>
        {shown !== undefined && <ActorChart actor={shown} secrets={secrets} drawings={drawings} words={words} />}
      </section>
      <aside className={styles.facts}>
        {shown !== undefined && <ActorFacts actor={shown} secrets={secrets} words={words} />}
      </aside>
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
