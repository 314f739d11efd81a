import { assign, setup } from 'xstate'
import { cronOf, inOrder, saidOf, type DayTimes, type SaidSchedule } from '../../../domain/said-schedules.ts'

/** In which words a schedule is said; 高级 is the cron expression itself. */
export const scheduleKinds = ['daily', 'weekly', 'every', 'advanced'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

type Every = Extract<SaidSchedule, { kind: 'every' }>

interface Context {
  /** The expression that it began with, spelled as it was. */
  begun: string
  /** What is said now. */
  cron: string
  times: DayTimes
  weekdays: readonly number[]
  every: Every
  /** What was written, where none of the other ways can say it. */
  written: string | undefined
}

type Event =
  | ({ type: 'KIND' } & { kind: ScheduleKind })
  | ({ type: 'TIMES' } & DayTimes)
  /** Of which at least one stays. */
  | { type: 'WEEKDAYS'; weekdays: readonly number[] }
  | { type: 'EVERY'; every: Every }
  | { type: 'WRITE'; cron: string }

const usual = {
  times: { hours: [9], minute: 30 },
  weekdays: [1, 2, 3, 4, 5],
  every: { kind: 'every', unit: 'minutes', every: 30 },
} satisfies Pick<Context, 'times' | 'weekdays' | 'every'>

function beginningOf(cron: string): Context {
  const said = saidOf(cron)
  return {
    begun: cron,
    cron,
    times: said !== undefined && said.kind !== 'every' ? { hours: said.hours, minute: said.minute } : usual.times,
    weekdays: said?.kind === 'weekly' ? said.weekdays : usual.weekdays,
    every: said?.kind === 'every' ? said : usual.every,
    written: said === undefined ? cron : undefined,
  }
}

/** As it was spelled when the form was opened, where that says the same: it is no change then. */
function spelled(begun: string, said: SaidSchedule): string {
  const before = saidOf(begun)
  const cron = cronOf(said)
  return before !== undefined && cronOf(before) === cron ? begun : cron
}

/**
 * One cron expression, said in the way that the operator chooses. Times stay when days are chosen and the other way round; what
 * only 高级 can say waits there.
 */
export const scheduleFormMachine = setup({
  types: {
    input: {} as { cron: string },
    context: {} as Context,
    events: {} as Event,
  },
  guards: {
    'it is of times': ({ context }) => saidOf(context.cron)?.kind === 'daily',
    'it is of weekdays': ({ context }) => saidOf(context.cron)?.kind === 'weekly',
    'it is of steps': ({ context }) => saidOf(context.cron)?.kind === 'every',
    'days are wanted': (_, { kind }: { kind: ScheduleKind }) => kind === 'daily',
    'weekdays are wanted': (_, { kind }: { kind: ScheduleKind }) => kind === 'weekly',
    'steps are wanted': (_, { kind }: { kind: ScheduleKind }) => kind === 'every',
    'a day is left': (_, { weekdays }: { weekdays: readonly number[] }) => weekdays.length > 0,
    'a time is left': (_, { hours }: DayTimes) => hours.length > 0,
  },
  actions: {
    'say it by day': assign(({ context: { begun, times } }) => ({ cron: spelled(begun, { kind: 'daily', ...times }) })),
    'say it by weekday': assign(({ context: { begun, times, weekdays } }) => ({
      cron: spelled(begun, { kind: 'weekly', weekdays, ...times }),
    })),
    'say it in steps': assign(({ context: { begun, every } }) => ({ cron: spelled(begun, every) })),
    'take up what was written': assign(({ context: { cron, written } }) => ({ cron: written ?? cron })),
    /** They stay in the order in which they were written: a line that is being typed stays where it is. */
    'take the times': assign((_, { hours, minute }: DayTimes) => ({ times: { hours, minute } })),
    'take the weekdays': assign((_, { weekdays }: { weekdays: readonly number[] }) => ({
      weekdays: inOrder(weekdays),
    })),
    'take the steps': assign((_, { every }: { every: Every }) => ({ every })),
    /** What another way can say is said there, too. */
    'take what is written': assign(({ context }, { cron }: { cron: string }) => {
      const { times, weekdays, every, written } = beginningOf(cron)
      const said = saidOf(cron)
      return {
        cron,
        written,
        times: said === undefined || said.kind === 'every' ? context.times : times,
        weekdays: said?.kind === 'weekly' ? weekdays : context.weekdays,
        every: said?.kind === 'every' ? every : context.every,
      }
    }),
  },
}).createMachine({
  id: 'scheduleForm',
  context: ({ input }) => beginningOf(input.cron),
  initial: 'opening',
  on: {
    KIND: [
      { guard: { type: 'days are wanted', params: ({ event }) => event }, target: '.daily', actions: 'say it by day' },
      {
        guard: { type: 'weekdays are wanted', params: ({ event }) => event },
        target: '.weekly',
        actions: 'say it by weekday',
      },
      {
        guard: { type: 'steps are wanted', params: ({ event }) => event },
        target: '.every',
        actions: 'say it in steps',
      },
      { target: '.advanced', actions: 'take up what was written' },
    ],
  },
  states: {
    opening: {
      description: 'In which words can it be said?',
      always: [
        { guard: 'it is of times', target: 'daily' },
        { guard: 'it is of weekdays', target: 'weekly' },
        { guard: 'it is of steps', target: 'every' },
        { target: 'advanced' },
      ],
    },
    daily: {
      description: 'Every day, at some times.',
      on: {
        TIMES: {
          guard: { type: 'a time is left', params: ({ event }) => event },
          actions: [{ type: 'take the times', params: ({ event }) => event }, 'say it by day'],
        },
      },
    },
    weekly: {
      description: 'On some days of the week, at some times.',
      on: {
        TIMES: {
          guard: { type: 'a time is left', params: ({ event }) => event },
          actions: [{ type: 'take the times', params: ({ event }) => event }, 'say it by weekday'],
        },
        WEEKDAYS: {
          guard: { type: 'a day is left', params: ({ event }) => event },
          actions: [{ type: 'take the weekdays', params: ({ event }) => event }, 'say it by weekday'],
        },
      },
    },
    every: {
      description: 'Every so many minutes or hours.',
      on: { EVERY: { actions: [{ type: 'take the steps', params: ({ event }) => event }, 'say it in steps'] } },
    },
    advanced: {
      description: 'As a cron expression.',
      on: { WRITE: { actions: { type: 'take what is written', params: ({ event }) => event } } },
    },
  },
})
