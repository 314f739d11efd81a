import { Button } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CalendarTask, TaskDay, TaskRuns } from '../../api/tasks.ts'
import { Moment } from '../../ui/Moment.tsx'
import { momentText } from '../../ui/moment.ts'
import styles from './TaskCalendar.module.css'

interface CalendarDayProps {
  day: TaskDay
  isToday: boolean
  tasks: ReadonlyMap<number, CalendarTask>
  onOpen: (task: number) => void
  /** Shows this day alone, with all of its tasks. */
  onAlone: () => void
}

interface Entry {
  task: number
  at: number
  /** The runs that stand for all of the day, where there are many. */
  runs?: TaskRuns
}

/** Runs that are told one by one; more of a task stand as one. */
const entriesOf = (runs: TaskRuns): Entry[] =>
  runs.count > runs.times.length
    ? [{ task: runs.task_id, at: runs.times[0] ?? 0, runs }]
    : runs.times.map((at) => ({ task: runs.task_id, at }))

/** `每 5 分钟 · 288 次`. */
function runsText(t: TFunction, { every_minutes, count }: TaskRuns): string {
  const times = t('schedules.calendar.times', { count })
  if (every_minutes === null) return times
  const every =
    every_minutes % 60 === 0
      ? t('schedules.said.hours', { count: every_minutes / 60 })
      : t('schedules.said.minutes', { count: every_minutes })
  return `${every} · ${times}`
}

const clockOf = (at: number): string => momentText(at).slice(11, 16)

function targetsOf(t: TFunction, { by, count, keyword }: CalendarTask['targets']): string {
  if (by === 'filter' || count === null)
    return keyword === null ? t('jobs.targets.all') : t('jobs.targets.matching', { keyword })
  return t(`jobs.targets.${({ phones: 'phoneCount', boxes: 'boxCount', owners: 'ownerCount' } as const)[by]}`, {
    count,
  })
}

/** What tasks run in a day, by time. */
export function CalendarDay({ day: of, isToday, tasks, onOpen, onAlone }: CalendarDayProps) {
  const { begins_at, day, runs, total } = of
  const { t, i18n } = useTranslation()
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, options).format(begins_at)
  const entries = runs.flatMap(entriesOf).toSorted((one, other) => one.at - other.at || one.task - other.task)
  return (
    <section className={styles.day} aria-label={day} data-today={isToday} data-empty={total === 0}>
      <h2>
        <span>{part({ weekday: 'short' })}</span>
        <span className={styles.date}>{day.slice(5)}</span>
        {isToday && <span className={styles.today}>{t('schedules.calendar.today')}</span>}
      </h2>
      {total === 0 && <p className={styles.nothing}>{t('schedules.calendar.nothing')}</p>}
      <ol>
        {entries.map(({ task, at, runs: all }) => {
          const known = tasks.get(task)
          return (
            <li key={`${task} ${at}`}>
              <button type="button" className={styles.entry} data-many={all !== undefined} onClick={() => onOpen(task)}>
                <span className={styles.at}>
                  <Moment at={at}>{clockOf(at)}</Moment>
                  {all !== undefined && `–${clockOf(all.last_at)}`}
                </span>
                <span className={styles.name} title={known?.name}>
                  {known?.name}
                </span>
                <span className={styles.about}>
                  {all !== undefined && <span>{runsText(t, all)}</span>}
                  {known !== undefined && <span>{targetsOf(t, known.targets)}</span>}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {total > runs.length && (
        <Button
          size="small"
          variant="minimal"
          text={t('schedules.calendar.more', { count: total - runs.length })}
          onClick={onAlone}
        />
      )}
    </section>
  )
}
