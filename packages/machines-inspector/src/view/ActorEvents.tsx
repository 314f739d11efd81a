import { useState } from 'react'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { LiveActor } from '../recording/live-actors.ts'
import { sendableEvents } from '../charts/sendable-events.ts'
import type { SecretNames } from '../recording/secret-names.ts'
import { EventForm } from './EventForm.tsx'
import styles from './LiveMachines.module.css'
import type { LiveWords } from './words.ts'

interface ActorEventsProps {
  machine: AnyStateMachine
  actor: LiveActor
  secrets: SecretNames
  words: LiveWords
}

/** Every event of the machine, and whether it can be sent now. What one carries is written before it is sent. */
export function ActorEvents({ machine, actor, secrets, words }: ActorEventsProps) {
  const [written, write] = useState<string>()
  const { ref } = actor
  const events = sendableEvents(machine, ref.getSnapshot() as AnyMachineSnapshot) // It runs this machine.
  if (events.length === 0) return null
  return (
    <>
      <ul className={styles.sendable} aria-label={words.events}>
        {events.map(({ type, isHeard, carries }) => (
          <li key={type}>
            {carries ? (
              <button
                type="button"
                data-heard={isHeard}
                aria-expanded={type === written}
                title={words.carries}
                onClick={() => write(type === written ? undefined : type)}
              >
                {type} …
              </button>
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
      {written !== undefined && (
        <EventForm
          key={written}
          type={written}
          {...{ machine, actor, secrets, words }}
          onSent={() => write(undefined)}
        />
      )}
    </>
  )
}
