import type { TimeTravel } from '../machines/time-travel.ts'
import { isTransition } from '../recording/entry-filter.ts'
import type { Moments } from '../recording/moments.ts'
import type { RecordedActor } from '../recording/recording.ts'
import { eventWords } from './actor-words.ts'
import { entryTime, momentState, namesUnder } from './moment-words.ts'
import { Time } from './Time.tsx'
import styles from './TimeTravel.module.css'
import { useTravel } from './use-travel.ts'
import { useTravelWords } from './words.ts'

/** Entries that stand before the moment, and after it; more than anybody scrolls through are not drawn. */
const before = 4
const after = 60
/** So many are there even where few follow the moment: about what fits. */
const fewest = 14

const intoSight = (button: HTMLButtonElement | null): void => button?.scrollIntoView({ block: 'nearest' })

interface RecordedEntriesProps {
  travel: TimeTravel
  moments: Moments
  at: number
  shown: RecordedActor | undefined
}

/** The entries around the moment, of those that somebody wants to see; a press leads to any of them. */
export function RecordedEntries({ travel, moments, at, shown }: RecordedEntriesProps) {
  const words = useTravelWords()
  const filter = useTravel(travel, ({ context }) => context.filter)
  const entries = useTravel(travel, ({ context }) => context.shown)
  const actors = new Map(moments.recording.actors.map((actor) => [actor.session, actor]))
  const only = filter.session === undefined ? shown : actors.get(filter.session)
  const here = entries.findLastIndex((entry) => entry < at)
  const window = entries.slice(Math.max(0, Math.min(here - before, entries.length - fewest)), Math.max(0, here) + after)
  const left = entries.length - window.length
  return (
    <>
      <div className={styles.filter}>
        <input
          type="search"
          value={filter.text}
          placeholder={words.search}
          aria-label={words.search}
          onChange={({ currentTarget }) => travel.send({ type: 'filter', filter: { text: currentTarget.value } })}
        />
        {only !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={filter.session !== undefined}
              onChange={({ currentTarget }) =>
                travel.send({ type: 'filter', filter: { session: currentTarget.checked ? only.session : undefined } })
              }
            />
            {words.onlyChosen(only.name)}
          </label>
        )}
        <label>
          <input
            type="checkbox"
            checked={filter.onlyTransitions}
            onChange={({ currentTarget }) =>
              travel.send({ type: 'filter', filter: { onlyTransitions: currentTarget.checked } })
            }
          />
          {words.onlyTransitions}
        </label>
      </div>
      {entries.length === 0 && <p className={styles.none}>{words.nothing}</p>}
      <ol>
        {window.map((entry) => {
          const {
            actor,
            event,
            at: time,
          } = moments.recording.entries[entry] ?? { actor: '', event: { type: '' }, at: 0 }
          const who = actors.get(actor)
          const moment = moments.of(actor, entry + 1)
          return (
            <li key={entry}>
              <button
                ref={entry + 1 === at ? intoSight : undefined}
                type="button"
                aria-current={entry + 1 === at}
                data-later={entry >= at}
                onClick={() => travel.send({ type: 'go', to: entry + 1 })}
              >
                <Time at={time}>{entryTime.format(time)}</Time>
                <b>{who?.name}</b>
                <span>{eventWords(event.type, namesUnder(moments.recording, actor))}</span>
                {who?.isMachine && moment && isTransition(moments, entry) && <em>{momentState(who, moment)}</em>}
              </button>
            </li>
          )
        })}
      </ol>
      {left > 0 && <p className={styles.none}>{words.more(left)}</p>}
    </>
  )
}
