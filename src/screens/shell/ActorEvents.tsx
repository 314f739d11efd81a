import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { LiveActor } from '../../inspector/live-actors.ts'
import { sendableEvents } from '../../inspector/sendable-events.ts'
import styles from './LiveMachines.module.css'

/** Every event of the machine, and whether it can be sent now. Those that carry something are named only. */
export function ActorEvents({ machine, actor }: { machine: AnyStateMachine; actor: LiveActor }) {
  const { ref } = actor
  const events = sendableEvents(machine, ref.getSnapshot() as AnyMachineSnapshot) // It runs this machine.
  if (events.length === 0) return null
  return (
    <ul className={styles.sendable} aria-label="Events">
      {events.map(({ type, isHeard, carries }) => (
        <li key={type}>
          {carries ? (
            <span data-heard={isHeard} title="It carries something, which cannot be made up here.">
              {type} …
            </span>
          ) : (
            <button
              type="button"
              disabled={!isHeard}
              title={isHeard ? 'Send it' : 'Nothing would come of it now'}
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
