import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { describe } from 'vitest'
import { taskCalendarMachine } from '../../../src/machines/jobs/task-calendar.ts'
import type { Task, TaskCalendar } from '../../../src/api/tasks.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const stage = () => {
  const clock = new SimulatedClock()
  const calendars = answeredByHand<TaskCalendar>()
  const tasks = answeredByHand<Task | undefined>()
  const machine = taskCalendarMachine.provide({
    actors: {
      calendar: fromPromise(() => calendars.call()),
      task: fromPromise(() => tasks.call()),
    },
  })
  return { clock, calendars, tasks, machine }
}

const input = {
  ask: () => new Promise<TaskCalendar>(() => undefined),
  find: () => new Promise<Task | undefined>(() => undefined),
}
const calendar: TaskCalendar = { days: [], tasks: [] }
const task = { id: 7, name: 'x' } as Task // No more of it is looked at.

describe('the calendar of tasks', () => {
  testEveryShortestPath(
    {
      machine: stage().machine,
      input,
      events: [
        { type: 'OPEN', id: 7 },
        { type: 'CLOSE' },
        { type: 'SAVED' },
        { type: 'RETRY' },
        { type: 'xstate.after.outdated.taskCalendar.shown' },
        { type: 'xstate.done.actor.calendar', output: calendar },
        { type: 'xstate.error.actor.calendar', error: new Error('no') },
        { type: 'xstate.done.actor.task', output: task },
        { type: 'xstate.done.actor.task', output: undefined },
        { type: 'xstate.error.actor.task', error: new Error('no') },
      ],
      keep: ({ failure, task: open }) => [failure, open?.id],
    },
    () => {
      const { machine, clock, calendars, tasks } = stage()
      return {
        actor: createActor(machine, { input, clock }).start(),
        play: {
          'xstate.after.outdated.taskCalendar.shown': () => clock.increment(60_000),
          'xstate.done.actor.calendar': () => calendars.answer(calendar),
          'xstate.error.actor.calendar': ({ error }) => calendars.fail(error),
          'xstate.done.actor.task': ({ output }) => tasks.answer(output as Task | undefined), // As above.
          'xstate.error.actor.task': ({ error }) => tasks.fail(error),
        },
      }
    },
  )
})
