import type { LiveActor, SeenEvent } from '../recording/live-actors.ts'
import { masked } from '../recording/masking.ts'
import type { SecretNames } from '../recording/secret-names.ts'
import { eventWords, namesIn, type NameOf } from './actor-words.ts'
import styles from './LiveMachines.module.css'
import { Time } from './Time.tsx'
import type { LiveWords } from './words.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

const textOf = (value: unknown, secrets: SecretNames): string =>
  JSON.stringify(masked(value, secrets), undefined, 2) ?? ''

interface ActorFactsProps {
  actor: LiveActor
  secrets: SecretNames
  words: LiveWords
}

/** The actor's context without secrets, and the events that it heard last. */
export function ActorFacts({ actor: { ref, machine, events }, secrets, words }: ActorFactsProps) {
  const nameOf = machine && namesIn(machine)
  const { context } = ref.getSnapshot() as { context?: unknown }
  return (
    <>
      {machine !== undefined && (
        <section>
          <h3>{words.context}</h3>
          <pre>{textOf(context, secrets)}</pre>
        </section>
      )}
      <section>
        <h3>{words.lastEvents}</h3>
        {events.length === 0 && <p className={styles.none}>{words.noEvents}</p>}
        <ol className={styles.events}>
          {events.map((event) => (
            <Heard key={event.count} event={event} secrets={secrets} nameOf={nameOf} />
          ))}
        </ol>
      </section>
    </>
  )
}

interface HeardProps {
  event: SeenEvent
  secrets: SecretNames
  nameOf: NameOf | undefined
}

function Heard({ event: { type, at, carried }, secrets, nameOf }: HeardProps) {
  const text = textOf(carried, secrets)
  return (
    <li>
      <details>
        <summary>
          <Time at={at}>{time.format(at)}</Time> {eventWords(type, nameOf)}
        </summary>
        {text !== '{}' && <pre>{text}</pre>}
      </details>
    </li>
  )
}
