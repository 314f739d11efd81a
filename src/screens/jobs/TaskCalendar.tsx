import { Button, ButtonGroup, Spinner } from '@blueprintjs/core'
import { Calendar, ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { addDays, isValid, max, parseISO, startOfDay } from 'date-fns'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { fetchCalendar, fetchTask } from '../../api/tasks.ts'
import { ownTimezone } from '../../api/time-zones.ts'
import { taskCalendarMachine } from '../../machines/jobs/task-calendar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { dayText } from '../../ui/moment.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { CalendarDay } from './CalendarDay.tsx'
import styles from './TaskCalendar.module.css'
import { TaskForm } from './TaskForm.tsx'

const daysOfWeek = 7
/** Tasks that are shown of each day of a week, and of a day that is looked at alone: all that there can be. */
const shownOfDay = { week: 40, day: 1_000 }

const today = (): Date => startOfDay(new Date())

/** The day that the address asks for; today where it asks for none, or for one that is past. */
function dayIn(params: URLSearchParams): Date {
  const asked = parseISO(params.get('from') ?? '')
  return isValid(asked) ? max([startOfDay(asked), today()]) : today()
}

/** What timed tasks will run, day by day; which days, stands in the address. */
export function TaskCalendar() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const first = dayIn(params)
  const isAlone = params.get('days') === '1'
  const from = dayText(first.getTime())
  const calendar = useScreenActor(taskCalendarMachine, {
    key: `${from} ${isAlone}`,
    input: {
      ask: (signal) =>
        fetchCalendar(
          {
            from,
            days: isAlone ? 1 : daysOfWeek,
            timezone: ownTimezone(),
            limit: isAlone ? shownOfDay.day : shownOfDay.week,
          },
          signal,
        ),
      find: fetchTask,
    },
  })
  const now = useSelector(calendar, (snapshot) => snapshot)
  const { calendar: answer, failure, task } = now.context
  const todayText = dayText(today().getTime())
  const isToday = from === todayText
  const step = isAlone ? 1 : daysOfWeek
  const show = (day: Date, alone = isAlone) =>
    setParams({ from: dayText(day.getTime()), ...(alone && { days: '1' }) }, { replace: true })
  const tasks = new Map(answer?.tasks.map((one) => [one.id, one]))
  const days = answer?.days ?? []
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{t('schedules.calendar.title')}</h1>
        <ButtonGroup>
          <Button
            icon={<ChevronLeft />}
            disabled={isToday}
            aria-label={t(`schedules.calendar.${isAlone ? 'dayBefore' : 'earlier'}`)}
            onClick={() => show(addDays(first, -step))}
          />
          <Button disabled={isToday} text={t('schedules.calendar.today')} onClick={() => show(today())} />
          <Button
            icon={<ChevronRight />}
            aria-label={t(`schedules.calendar.${isAlone ? 'dayAfter' : 'later'}`)}
            onClick={() => show(addDays(first, step))}
          />
        </ButtonGroup>
        {isAlone && <Button variant="minimal" text={t('schedules.calendar.week')} onClick={() => show(first, false)} />}
        <span className={styles.zone}>
          {t('schedules.calendar.zone', { zone: ownTimezone().replaceAll('_', ' ') })}
        </span>
        <Link to="/services/timedtasks">{t('schedules.calendar.list')}</Link>
      </header>
      {failure !== '' && (
        <p role="alert" className={styles.failure}>
          {t('schedules.calendar.failed', { message: failure })}{' '}
          <Button size="small" text={t('schedules.calendar.retry')} onClick={() => calendar.send({ type: 'RETRY' })} />
        </p>
      )}
      {answer === undefined && failure === '' && (
        <Spinner size={24} className={styles.loading} aria-label={t('schedules.calendar.loading')} />
      )}
      {answer !== undefined && days.every(({ total }) => total === 0) ? (
        <EmptyState
          icon={<Calendar size={40} />}
          title={t('schedules.calendar.empty')}
          description={t('schedules.calendar.emptyHint')}
        />
      ) : (
        <div className={styles.days} data-alone={isAlone}>
          {days.map((day) => (
            <CalendarDay
              key={day.day}
              day={day}
              isToday={day.day === todayText}
              tasks={tasks}
              onOpen={(id) => calendar.send({ type: 'OPEN', id })}
              onAlone={() => show(parseISO(day.day), true)}
            />
          ))}
        </div>
      )}
      {task !== undefined && (
        <TaskForm
          given={{}}
          task={task}
          onSaved={() => calendar.send({ type: 'SAVED' })}
          onLeft={() => calendar.send({ type: 'CLOSE' })}
        />
      )}
    </div>
  )
}
