import type { Task, TaskCalendar } from '../../../src/api/tasks.ts'
import { taskCalendarMachine } from '../../../src/machines/jobs/task-calendar.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const calendar: TaskCalendar = { days: [], tasks: [] }
const task = { id: 7, name: 'x' } as Task // No more of it is looked at.

/** Which task it is that is pressed. */
const pressed: Readonly<Record<string, number>> = { 'a task is pressed': 7, 'another task is pressed': 8 }

interface Seen {
  at: number
  waits: (to: string) => number
  screen: { open: number | undefined }
  past: readonly Seen[]
}

/** Whether nothing is being asked, and no task is open. */
const isFree = (step: Seen): boolean =>
  step.waits('calendar') + step.waits('task') === 0 && step.screen.open === undefined

/** Since when that is so. */
const freeSince = ({ past }: Seen): number => past[past.findLastIndex((one) => !isFree(one)) + 1]?.at ?? 0

export default specification(
  {
    machine: taskCalendarMachine,
    input: { ask: () => Promise.resolve(calendar), find: () => Promise.resolve(task) },
    happenings: {
      'the server tells what comes': (play) => play.answer('calendar', calendar),
      'the server does not tell what comes': (play) => play.fail('calendar'),
      'the server tells the task': (play) => play.answer('task', task),
      'the server knows no such task': (play) => play.answer('task', undefined),
      'the server does not tell the task': (play) => play.fail('task'),
      'a task is pressed': (play) => play.send({ type: 'OPEN', id: 7 }),
      'another task is pressed': (play) => play.send({ type: 'OPEN', id: 8 }),
      'the task is saved': (play) => play.send({ type: 'SAVED' }),
      'the task is closed': (play) => play.send({ type: 'CLOSE' }),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
      'half a minute passes': (play) => play.wait(30_000),
    },
    screen: ({ context }) => ({
      isThere: context.calendar !== undefined,
      fails: context.failure !== '',
      open: context.task?.id,
    }),
  },
  {
    'the server is asked at first, after each change, once it is asked to try again, and every minute': always(
      (step, before) => {
        const isAsked =
          step.happened === 'at first' ||
          (before.screen.open !== undefined && ['the task is saved', 'the task is closed'].includes(step.happened)) ||
          step.happened === 'the server knows no such task' ||
          (isFree(before) && step.happened === 'the operator tries again') ||
          (isFree(before) && step.at - freeSince(before) === 60_000 && step.happened === 'half a minute passes')
        return step.calls('calendar').length === (isAsked ? 1 : 0)
      },
    ),
    'what was pressed last is fetched, and is the one that opens': always((step, before) => {
      const isPressed = step.happened in pressed && before.screen.open === undefined
      const calls = step.calls('task') as { wanted: number }[]
      return (
        same(
          calls.map(({ wanted }) => wanted),
          isPressed ? [pressed[step.happened]] : [],
        ) && step.waits('task') <= 1
      )
    }),
    'a task is open from when it is told until it is saved or closed': always(({ happened, screen }, before) => {
      if (happened === 'the server tells the task') return screen.open === 7
      const isEnded = happened === 'the task is saved' || happened === 'the task is closed'
      return screen.open === (isEnded ? undefined : before.screen.open)
    }),
    'what was told stays in sight': always(
      ({ screen, happened }, before) =>
        screen.isThere === (before.screen.isThere || happened === 'the server tells what comes'),
    ),
    'a failure is told until there is an answer, or something else is pressed': always(
      ({ happened, screen }, before) => {
        if (happened.startsWith('the server does not tell')) return screen.fails
        const isOver =
          happened === 'the server tells what comes' || (happened in pressed && before.screen.open === undefined)
        return screen.fails === (isOver ? false : before.screen.fails)
      },
    ),
    'a task that is open is not pulled away': when(
      'half a minute passes',
      now(({ screen }, before) => screen.open === before.screen.open),
    ),
  },
)
