import type { LiveActor, SeenEvent } from '../../inspector/live-actors.ts'
import { Moment } from '../../ui/Moment.tsx'
import { masked } from '../../inspector/masking.ts'
import { eventWords } from './actor-words.ts'
import styles from './LiveMachines.module.css'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

const textOf = (value: unknown): string => JSON.stringify(masked(value), undefined, 2) ?? ''

/** The actor's context without secrets, and the events that it heard last. */
export function ActorFacts({ actor: { ref, machine, events } }: { actor: LiveActor }) {
  const { context } = ref.getSnapshot() as { context?: unknown }
  return (
    <>
      {machine !== undefined && (
        <section>
          <h3>Context</h3>
          <pre>{textOf(context)}</pre>
        </section>
      )}
      <section>
        <h3>Last events</h3>
        {events.length === 0 && <p className={styles.none}>It has heard nothing yet.</p>}
        <ol className={styles.events}>
          {events.map((event) => (
            <Heard key={event.count} event={event} />
          ))}
        </ol>
      </section>
    </>
  )
}

function Heard({ event: { type, at, carried } }: { event: SeenEvent }) {
  const text = textOf(carried)
  return (
    <li>
      <details>
        <summary>
          <Moment at={at}>{time.format(at)}</Moment> {eventWords(type)}
        </summary>
        {text !== '{}' && <pre>{text}</pre>}
      </details>
    </li>
  )
}
