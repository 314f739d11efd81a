import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { LiveActor } from '../recording/live-actors.ts'
import { sendableEvents } from '../charts/sendable-events.ts'
import styles from './LiveMachines.module.css'
import type { LiveWords } from './words.ts'

interface ActorEventsProps {
  machine: AnyStateMachine
  actor: LiveActor
  words: LiveWords
}

/** Every event of the machine, and whether it can be sent now. Those that carry something are named only. */
export function ActorEvents({ machine, actor, words }: ActorEventsProps) {
  const { ref } = actor
  const events = sendableEvents(machine, ref.getSnapshot() as AnyMachineSnapshot) // It runs this machine.
  if (events.length === 0) return null
  return (
    <ul className={styles.sendable} aria-label={words.events}>
      {events.map(({ type, isHeard, carries }) => (
        <li key={type}>
          {carries ? (
            <span data-heard={isHeard} title={words.carries}>
              {type} …
            </span>
          ) : (
            <button
              type="button"
              disabled={!isHeard}
              title={isHeard ? words.send : words.notNow}
              onClick={() => ref.send({ type })}
            >
              {type}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
