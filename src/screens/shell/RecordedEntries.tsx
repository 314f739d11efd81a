import { useSelector } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { isTransition } from '../../inspector/entry-filter.ts'
import type { Moments } from '../../inspector/moments.ts'
import type { RecordedActor } from '../../inspector/recording.ts'
import type { TimeTravel } from '../../machines/shell/time-travel.ts'
import { Moment } from '../../ui/Moment.tsx'
import { eventWords } from './actor-words.ts'
import { entryTime, momentState } from './moment-words.ts'
import styles from './TimeTravel.module.css'

/** Entries that stand before the moment, and after it; more than anybody scrolls through are not drawn. */
const before = 4
const after = 60

interface RecordedEntriesProps {
  travel: TimeTravel
  moments: Moments
  at: number
  shown: RecordedActor | undefined
}

/** The entries around the moment, of those that somebody wants to see; a press leads to any of them. */
export function RecordedEntries({ travel, moments, at, shown }: RecordedEntriesProps) {
  const { t } = useTranslation()
  const filter = useSelector(travel, ({ context }) => context.filter)
  const entries = useSelector(travel, ({ context }) => context.shown)
  const actors = new Map(moments.recording.actors.map((actor) => [actor.session, actor]))
  const only = filter.session === undefined ? shown : actors.get(filter.session)
  const here = entries.findLastIndex((entry) => entry < at)
  const window = entries.slice(Math.max(0, here - before), Math.max(0, here) + after)
  const left = entries.length - window.length
  return (
    <>
      <div className={styles.filter}>
        <input
          type="search"
          value={filter.text}
          placeholder={t('recordings.search')}
          aria-label={t('recordings.search')}
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
            {t('recordings.onlyChosen', { name: only.name })}
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
          {t('recordings.onlyTransitions')}
        </label>
      </div>
      {entries.length === 0 && <p className={styles.none}>{t('recordings.nothing')}</p>}
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
                type="button"
                aria-current={entry + 1 === at}
                data-later={entry >= at}
                onClick={() => travel.send({ type: 'go', to: entry + 1 })}
              >
                <Moment at={time}>{entryTime.format(time)}</Moment>
                <b>{who?.name}</b>
                <span>{eventWords(event.type)}</span>
                {who?.isMachine && moment && isTransition(moments, entry) && <em>{momentState(who, moment)}</em>}
              </button>
            </li>
          )
        })}
      </ol>
      {left > 0 && <p className={styles.none}>{t('recordings.more', { count: left })}</p>}
    </>
  )
}
