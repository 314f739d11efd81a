import type { TimeTravel } from '../machines/time-travel.ts'
import type { Moments } from '../recording/moments.ts'
import type { Deed, RecordedActor } from '../recording/recording.ts'
import { eventWords } from './actor-words.ts'
import { fieldAt, namesUnder, pathText, shortText, writtenText } from './moment-words.ts'
import styles from './TimeTravel.module.css'
import { useTravel } from './use-travel.ts'
import { useTravelWords } from './words.ts'

interface MomentFactsProps {
  travel: TimeTravel
  moments: Moments
  at: number
  actor: RecordedActor
}

/** What led to the moment, what the actor knew then, and what was otherwise at the moment that it is compared with. */
export function MomentFacts({ travel, moments, at, actor }: MomentFactsProps) {
  const words = useTravelWords()
  const other = useTravel(travel, (now) => (now.matches({ travelling: 'comparing' }) ? now.context.other : undefined))
  const context = moments.of(actor.session, at)?.context
  return (
    <>
      <section>
        <div className={styles.compare}>
          <button type="button" data-first={other === undefined} onClick={() => travel.send({ type: 'compare' })}>
            {words.compare}
          </button>
          {other !== undefined && (
            <>
              <span>{words.comparing(other)}</span>
              <button type="button" onClick={() => travel.send({ type: 'stop comparing' })}>
                {words.stopComparing}
              </button>
            </>
          )}
        </div>
        {other !== undefined && <Differences moments={moments} one={other} other={at} />}
      </section>
      <EntryFacts moments={moments} at={at} />
      {context !== undefined && (
        <section>
          <h3>
            {words.context} · {actor.name}
          </h3>
          <pre>{writtenText(context)}</pre>
        </section>
      )}
    </>
  )
}

/** The entry that the moment comes after. */
function EntryFacts({ moments, at }: { moments: Moments; at: number }) {
  const words = useTravelWords()
  const entry = moments.recording.entries[at - 1]
  if (entry === undefined) return null
  const nameOf = (session: string) => moments.recording.actors.find((actor) => actor.session === session)?.name
  const { type, ...carried } = entry.event
  const source = entry.source === null ? undefined : nameOf(entry.source)
  return (
    <section>
      <h3>{words.entry}</h3>
      <p className={styles.entry}>
        <b>{nameOf(entry.actor)}</b> {eventWords(type, namesUnder(moments.recording, entry.actor))}{' '}
        {source !== undefined && <small>{words.from(source)}</small>}
      </p>
      {Object.keys(carried).length > 0 && <pre>{writtenText(carried)}</pre>}
      {entry.changes === null && <p className={styles.none}>{words.neverTaken}</p>}
      {entry.deeds.length > 0 && (
        <ul className={styles.deeds}>
          {entry.deeds.map((deed, place) => (
            // What an actor did with one event has no other name than its place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <DeedWords deed={deed} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DeedWords({ deed }: { deed: Deed }) {
  const words = useTravelWords()
  if (deed.did === 'timer cancelled') return words.timerCancelled
  if (deed.did === 'timer set') return words.timerSet({ delay: deed.delay, event: eventWords(deed.event) })
  return words.emitted(shortText(deed.event))
}

/** Which fields of which actors are not the same at two moments. */
function Differences({ moments, one, other }: { moments: Moments; one: number; other: number }) {
  const words = useTravelWords()
  const differences = moments.between(one, other)
  const nameOf = (session: string) => moments.recording.actors.find((actor) => actor.session === session)?.name
  return (
    <div className={styles.differences} role="region" aria-label={words.differences}>
      <h3>{words.differences}</h3>
      {differences.length === 0 && <p className={styles.none}>{words.noDifference}</p>}
      {differences.map(({ session, changes }) => (
        <div key={session}>
          <b>{nameOf(session)}</b>
          {changes === undefined && <p className={styles.none}>{words.appeared}</p>}
          <dl>
            {changes?.map(([path]) => {
              const [before, after] = [one, other].map((at) => fieldAt(moments.of(session, at), path))
              return (
                <div key={pathText(path)}>
                  <dt>{pathText(path)}</dt>
                  <dd data-side="before">{before === undefined ? words.gone : shortText(before)}</dd>
                  <dd data-side="after">{after === undefined ? words.gone : shortText(after)}</dd>
                </div>
              )
            })}
          </dl>
        </div>
      ))}
    </div>
  )
}
