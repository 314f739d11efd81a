import { assign, setup } from 'xstate'

/** What of a job is looked at. */
export interface ShownOfJob {
  /** The item whose output is read; the first where it is left out. */
  item?: number | undefined
  /** Only items that came to the same as this one. */
  like?: number | undefined
  /** What the item said is compared with what most said. */
  isCompared?: boolean | undefined
}

interface Input {
  /** The job to begin with; undefined for the latest. */
  first: number | undefined
}

interface Context {
  job: number | undefined
  /** What of the job is looked at. */
  shown: ShownOfJob
  /** So many of the latest are listed. */
  listed: number
}

/** Jobs that are listed at first, and how many more each time. */
const page = 100

/** What of a history of jobs is looked at: the latest, until somebody chooses one or looks into it; where there is no room for both, also the list alone. */
export const jobHistoryMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as
      | { type: 'CHOOSE'; job: number }
      | { type: 'SHOW'; job: number; shown: ShownOfJob }
      | { type: 'BACK' }
      /** Wants those before the ones that are listed, of which there are so many. */
      | { type: 'EARLIER'; behind: number },
  },
  guards: {
    'one was asked for': ({ context }) => context.job !== undefined,
  },
  actions: {
    'look at it': assign((_, { job, shown }: { job: number; shown: ShownOfJob }) => ({ job, shown })),
    'list earlier ones': assign((_, { behind }: { behind: number }) => ({ listed: behind + page })),
  },
}).createMachine({
  id: 'jobHistory',
  context: ({ input }) => ({ job: input.first, shown: {}, listed: page }),
  initial: 'beginning',
  on: {
    CHOOSE: {
      target: '.chosen',
      actions: { type: 'look at it', params: ({ event: { job } }) => ({ job, shown: {} }) },
    },
    SHOW: {
      target: '.chosen',
      actions: { type: 'look at it', params: ({ event: { job, shown } }) => ({ job, shown }) },
    },
    EARLIER: { actions: { type: 'list earlier ones', params: ({ event: { behind } }) => ({ behind }) } },
  },
  states: {
    beginning: {
      description: 'A job may have been asked for.',
      always: [{ guard: 'one was asked for', target: 'chosen' }, { target: 'latest' }],
    },
    latest: {
      description: 'The job that began last is shown, whichever that is.',
      on: { BACK: 'listed' },
    },
    chosen: {
      description: 'One job is shown, also when others begin.',
      on: { BACK: 'listed' },
    },
    listed: { description: 'None is shown; where there is room for both, the list stands alone.' },
  },
})
