import { assign, fromPromise, setup } from 'xstate'
import { readCron, type CronFlaw } from '../../../domain/cron.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { previewSchedule, type CronSchedule } from '../../api/tasks.ts'

/** Why a schedule has no next times, in words: what the server says of its fields. */
const reasonOf = (failure: unknown): string =>
  failure instanceof ApiError && Object.keys(failure.fields).length > 0
    ? Object.values(failure.fields).join(' · ')
    : messageOf(failure)

function flawOf(cron: string): CronFlaw | undefined {
  const read = readCron(cron)
  return typeof read === 'object' ? undefined : read
}

/** When a schedule would next come due, as it is being written. */
export const schedulePreviewMachine = setup({
  types: {
    input: {} as CronSchedule,
    /** `flaw`: why what is written can be no schedule; `reason`: why the server knows no times. */
    context: {} as CronSchedule & { times: readonly number[]; reason: string; flaw: CronFlaw | undefined },
    events: {} as { type: 'TYPE' } & CronSchedule,
  },
  actors: {
    preview: fromPromise<readonly number[], CronSchedule>(({ input, signal }) => previewSchedule(input, signal)),
  },
  delays: {
    /** How long typing has to pause, in milliseconds. */
    pause: 250,
  },
  guards: {
    'nothing is written': ({ context }) => context.cron.trim() === '',
    'it can be no schedule': ({ context }) => flawOf(context.cron) !== undefined,
    'it is another': ({ context, event }) => event.cron !== context.cron || event.timezone !== context.timezone,
  },
  actions: {
    'take what is written': assign(({ event }) => ({ cron: event.cron, timezone: event.timezone })),
    'forget the times': assign({ times: [], reason: '', flaw: undefined }),
    'note what is wrong': assign(({ context }) => ({ times: [], reason: '', flaw: flawOf(context.cron) })),
    'take the times': assign({
      times: (_, { times }: { times: readonly number[] }) => times,
      reason: '',
      flaw: undefined,
    }),
    'take the reason': assign({
      times: [],
      flaw: undefined,
      reason: (_, { failure }: { failure: unknown }) => reasonOf(failure),
    }),
  },
}).createMachine({
  id: 'schedulePreview',
  context: ({ input }) => ({ ...input, times: [], reason: '', flaw: undefined }),
  initial: 'looking',
  on: { TYPE: { guard: 'it is another', target: '.typing', actions: 'take what is written' } },
  states: {
    typing: {
      description: 'It is being written; the times of before stay in sight.',
      after: { pause: 'looking' },
    },
    looking: {
      description: 'Is there anything to ask for?',
      always: [
        { guard: 'nothing is written', target: 'shown', actions: 'forget the times' },
        { guard: 'it can be no schedule', target: 'shown', actions: 'note what is wrong' },
        { target: 'asking' },
      ],
    },
    asking: {
      description: 'The server is being asked.',
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { cron, timezone } }) => ({ cron, timezone }),
        onDone: {
          target: 'shown',
          actions: { type: 'take the times', params: ({ event }) => ({ times: event.output }) },
        },
        onError: {
          target: 'shown',
          actions: { type: 'take the reason', params: ({ event }) => ({ failure: event.error }) },
        },
      },
    },
    shown: { description: 'The times are there, or the reason why there are none.' },
  },
})
