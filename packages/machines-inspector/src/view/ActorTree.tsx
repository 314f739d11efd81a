import styles from './ActorTree.module.css'

/** An actor as a tree of them shows it. */
export interface ShownActor {
  session: string
  /** The session of the one that started it; of nobody who is in the tree where it is a root. */
  parent: string | null | undefined
  name: string
  /** The state that it is in; empty where nothing is to be said of it. */
  words: string
  isMachine: boolean
  isAlive: boolean
}

interface ActorTreeProps {
  actors: readonly ShownActor[]
  /** The session of the one whose chart is shown. */
  shown: string | undefined
  onChoose: (session: string) => void
  /** Whose children are listed; the roots where it is left out. */
  parent?: string
}

/** The actors under the one that started them: machines with their state first, and what else runs; those that do not run are faint. */
export function ActorTree({ actors, shown, onChoose, parent }: ActorTreeProps) {
  const sessions = new Set(actors.map(({ session }) => session))
  const parentOf = (actor: ShownActor) => (sessions.has(actor.parent ?? '') ? actor.parent : undefined)
  const children = actors
    .filter((actor) => parentOf(actor) === parent)
    .toSorted((a, b) => Number(b.isMachine) - Number(a.isMachine))
  if (children.length === 0) return null
  return (
    <ul className={styles.tree}>
      {children.map(({ session, name, words, isMachine, isAlive }) => (
        <li key={session}>
          <button
            type="button"
            className={styles.actor}
            aria-current={session === shown}
            data-machine={isMachine}
            data-alive={isAlive}
            onClick={() => onChoose(session)}
          >
            <span>{name}</span>
            {words !== '' && <small>{words}</small>}
          </button>
          <ActorTree actors={actors} shown={shown} onChoose={onChoose} parent={session} />
        </li>
      ))}
    </ul>
  )
}
