import type { StateValue } from 'xstate'
import { currentPaths } from '../charts/current-paths.ts'
import type { TimeTravel } from '../machines/time-travel.ts'
import type { Moments } from '../recording/moments.ts'
import type { RecordedActor } from '../recording/recording.ts'
import { ActorTree, type ShownActor } from './ActorTree.tsx'
import { DrawnChart } from './DrawnChart.tsx'
import type { Drawings } from './drawings.ts'
import { momentState } from './moment-words.ts'
import { MomentFacts } from './MomentFacts.tsx'
import { RecordedEntries } from './RecordedEntries.tsx'
import { ScrubBar } from './ScrubBar.tsx'
import styles from './TimeTravel.module.css'
import { useTravel } from './use-travel.ts'
import { useTravelWords, type TravelWords } from './words.ts'

/** The actor whose chart is shown: the one that was chosen, or the machine that the moment is of, or for which somebody works. */
function shownActor(moments: Moments, chosen: string | undefined, at: number): RecordedActor | undefined {
  const { actors, entries } = moments.recording
  const find = (wanted: string | null | undefined) => actors.find(({ session }) => session === wanted)
  if (chosen !== undefined) return find(chosen)
  let actor = find(entries[at - 1]?.actor)
  while (actor !== undefined && !actor.isMachine) actor = find(actor.parent)
  return actor ?? actors.find(({ isMachine }) => isMachine)
}

/** One moment of a recording: its actors, the chart of one of them, and what it knew. */
export function Journey({ travel, drawings }: { travel: TimeTravel; drawings: Drawings }) {
  const words = useTravelWords()
  const moments = useTravel(travel, ({ context }) => context.moments)
  const at = useTravel(travel, ({ context }) => context.at)
  const chosen = useTravel(travel, ({ context }) => context.chosen)
  if (moments === undefined) return null
  const { build, savedAt, note } = moments.recording
  const shown = shownActor(moments, chosen, at)
  return (
    <div className={styles.journey}>
      <div className={styles.time}>
        <p className={styles.about}>
          {words.facts({ build, savedAt })}
          {note !== '' && <q>{note}</q>}
        </p>
        <ScrubBar travel={travel} moments={moments} at={at} />
      </div>
      <nav className={styles.actors} aria-label={words.actors}>
        <p className={styles.label}>{words.actors}</p>
        <ActorTree
          actors={actorsAt(words, moments, at)}
          shown={shown?.session}
          onChoose={(session) => travel.send({ type: 'choose', session })}
        />
      </nav>
      <section className={styles.entries} aria-label={words.entries}>
        <RecordedEntries travel={travel} moments={moments} at={at} shown={shown} />
      </section>
      <section className={styles.chart} aria-label={words.chart}>
        {shown !== undefined && <MomentChart moments={moments} at={at} actor={shown} drawings={drawings} />}
      </section>
      <aside className={styles.facts}>
        {shown !== undefined && <MomentFacts travel={travel} moments={moments} at={at} actor={shown} />}
      </aside>
    </div>
  )
}

/** What every actor was at a moment, in words. */
function actorsAt(words: TravelWords, moments: Moments, at: number): ShownActor[] {
  const wordsOf = (actor: RecordedActor): string => {
    const moment = moments.of(actor.session, at)
    if (moment === undefined) return words.notStarted
    if (moment.status === 'error') return words.failed
    return moment.status === 'active' ? momentState(actor, moment) : words.ended
  }
  return moments.recording.actors.map((actor) => ({
    ...actor,
    words: wordsOf(actor),
    isAlive: moments.isAlive(actor.session, at),
  }))
}

interface MomentChartProps {
  moments: Moments
  at: number
  actor: RecordedActor
  drawings: Drawings
}

/** The actor's chart, lit as it was. */
function MomentChart({ moments, at, actor, drawings }: MomentChartProps) {
  const words = useTravelWords()
  const moment = moments.of(actor.session, at)
  const value = moment?.value
  const paths = value === undefined || value === null ? [] : currentPaths(actor.name, value as StateValue) // A machine's.
  return (
    <>
      <h2>
        {actor.name} <small>{moment === undefined ? words.notStarted : momentState(actor, moment)}</small>
      </h2>
      {actor.isMachine ? (
        <DrawnChart drawings={drawings} name={actor.name} session={actor.session} paths={paths} words={words} />
      ) : (
        <p className={styles.none}>{words.noChart(actor.name)}</p>
      )}
    </>
  )
}
