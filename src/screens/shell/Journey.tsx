import { useSelector } from '@xstate/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { StateValue } from 'xstate'
import { ChartView, type ChartWords } from '../../inspector/ChartView.tsx'
import { currentPaths } from '../../inspector/current-paths.ts'
import type { Moments } from '../../inspector/moments.ts'
import type { RecordedActor } from '../../inspector/recording.ts'
import type { TimeTravel } from '../../machines/shell/time-travel.ts'
import { momentText } from '../../ui/moment.ts'
import { ActorTree, type ShownActor } from './ActorTree.tsx'
import { drawingOf } from './drawings.ts'
import { momentState } from './moment-words.ts'
import { MomentFacts } from './MomentFacts.tsx'
import { RecordedEntries } from './RecordedEntries.tsx'
import { ScrubBar } from './ScrubBar.tsx'
import styles from './TimeTravel.module.css'

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
export function Journey({ travel }: { travel: TimeTravel }) {
  const { t } = useTranslation()
  const moments = useSelector(travel, ({ context }) => context.moments)
  const at = useSelector(travel, ({ context }) => context.at)
  const chosen = useSelector(travel, ({ context }) => context.chosen)
  if (moments === undefined) return null
  const { build, savedAt, note } = moments.recording
  const shown = shownActor(moments, chosen, at)
  return (
    <div className={styles.journey}>
      <div className={styles.time}>
        <p className={styles.about}>
          {t('recordings.facts', { build, at: momentText(savedAt) })}
          {note !== '' && <q>{note}</q>}
        </p>
        <ScrubBar travel={travel} moments={moments} at={at} />
      </div>
      <nav className={styles.actors} aria-label={t('recordings.actors')}>
        <h3>{t('recordings.actors')}</h3>
        <ActorTree
          actors={actorsAt(t, moments, at)}
          shown={shown?.session}
          onChoose={(session) => travel.send({ type: 'choose', session })}
        />
      </nav>
      <section className={styles.entries} aria-label={t('recordings.entries')}>
        <RecordedEntries travel={travel} moments={moments} at={at} shown={shown} />
      </section>
      <section className={styles.chart} aria-label={t('recordings.chart')}>
        {shown !== undefined && <MomentChart moments={moments} at={at} actor={shown} />}
      </section>
      <aside className={styles.facts}>
        {shown !== undefined && <MomentFacts travel={travel} moments={moments} at={at} actor={shown} />}
      </aside>
    </div>
  )
}

/** What every actor was at a moment, in words. */
function actorsAt(t: TFunction, moments: Moments, at: number): ShownActor[] {
  const wordsOf = (actor: RecordedActor): string => {
    const moment = moments.of(actor.session, at)
    if (moment === undefined) return t('recordings.notStarted')
    if (moment.status === 'error') return t('recordings.failedActor')
    return moment.status === 'active' ? momentState(actor, moment) : t('recordings.ended')
  }
  return moments.recording.actors.map((actor) => ({
    ...actor,
    words: wordsOf(actor),
    isAlive: moments.isAlive(actor.session, at),
  }))
}

/** The actor's chart, lit as it was. */
function MomentChart({ moments, at, actor }: { moments: Moments; at: number; actor: RecordedActor }) {
  const { t } = useTranslation()
  const words: ChartWords = {
    drawn: t('recordings.chart'),
    view: t('recordings.view.title'),
    zoomIn: t('recordings.view.zoomIn'),
    zoomOut: t('recordings.view.zoomOut'),
    fit: t('recordings.view.fit'),
  }
  const moment = moments.of(actor.session, at)
  const svg = actor.isMachine ? drawingOf(actor.name) : undefined
  const value = moment?.value
  const paths = value === undefined || value === null ? [] : currentPaths(actor.name, value as StateValue) // A machine's.
  return (
    <>
      <h2>
        {actor.name} <small>{moment === undefined ? t('recordings.notStarted') : momentState(actor, moment)}</small>
      </h2>
      {svg === undefined ? (
        <p className={styles.none}>{t('recordings.noChart', { name: actor.name })}</p>
      ) : (
        <ChartView key={actor.session} name={actor.name} svg={svg} paths={paths} words={words} />
      )}
    </>
  )
}
