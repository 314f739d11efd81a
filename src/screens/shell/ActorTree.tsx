import type { AnyMachineSnapshot } from 'xstate'
import type { LiveActor } from '../../inspector/live-actors.ts'
import { actorName, stateWords } from './actor-words.ts'
import styles from './LiveMachines.module.css'

interface ActorTreeProps {
  actors: readonly LiveActor[]
  /** The session id of the one whose chart is shown. */
  shown: string | undefined
  onChoose: (sessionId: string) => void
  /** Whose children are listed; the root when absent. */
  parent?: string
}

/** The actors under the one that started them: machines with their state, and what else runs. */
export function ActorTree({ actors, shown, onChoose, parent }: ActorTreeProps) {
  const children = actors
    .filter((actor) => actor.parent === parent)
    .toSorted((a, b) => Number(b.machine !== undefined) - Number(a.machine !== undefined))
  if (children.length === 0) return null
  return (
    <ul>
      {children.map((actor) => {
        const { ref, machine } = actor
        return (
          <li key={ref.sessionId}>
            <button
              type="button"
              className={styles.actor}
              aria-current={ref.sessionId === shown}
              data-machine={machine !== undefined}
              onClick={() => onChoose(ref.sessionId)}
            >
              <span>{actorName(actor)}</span>
              {machine !== undefined && <small>{stateWords(ref.getSnapshot() as AnyMachineSnapshot)}</small>}
            </button>
            <ActorTree actors={actors} shown={shown} onChoose={onChoose} parent={ref.sessionId} />
          </li>
        )
      })}
    </ul>
  )
}
