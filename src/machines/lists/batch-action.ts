import { assign, fromPromise, setup } from 'xstate'
import { messageOf } from '../../api/errors.ts'
import type { BatchCall, BatchOutcome, BatchResult, BatchTarget } from '../../api/list-calls.ts'

export interface BatchInput<Query> {
  target: BatchTarget<Query>
  call: BatchCall<Query>
  /** Whether something is lost by it, so that it has to be confirmed. */
  destructive: boolean
}

type Context<Query> = BatchInput<Query> & {
  /** By row, the newest. */
  results: readonly BatchResult[]
  /** The entries of the operation log that undo it: one for each try that did something. */
  undoable: readonly number[]
  /** Why it was done to none. */
  failure: string
}

const failedOf = (results: readonly BatchResult[]): readonly number[] =>
  results.filter(({ ok }) => !ok).map(({ id }) => id)

/** The results so far, with those of another try in their places. */
function merged(results: readonly BatchResult[], again: readonly BatchResult[]): readonly BatchResult[] {
  const byId = new Map(again.map((result) => [result.id, result]))
  const known = results.map((result) => byId.get(result.id) ?? result)
  const before = new Set(results.map(({ id }) => id))
  return [...known, ...again.filter(({ id }) => !before.has(id))]
}

/**
 * One action on many rows: asks first where something would be lost, does it, and tells row by row what it came to. Those
 * that failed can be tried again, as often as one likes; those that succeeded are left alone.
 */
export function batchActionMachine<Query>() {
  return setup({
    types: {
      input: {} as BatchInput<Query>,
      context: {} as Context<Query>,
      events: {} as { type: 'CONFIRM' } | { type: 'CANCEL' } | { type: 'RETRY' } | { type: 'CLOSE' },
    },
    actors: {
      call: fromPromise<BatchOutcome, Pick<Context<Query>, 'target' | 'call' | 'results'>>(
        ({ input: { target, call, results }, signal }) => {
          const failed = failedOf(results)
          return call(failed.length > 0 ? { ids: failed } : target, signal)
        },
      ),
    },
    guards: {
      'something is lost by it': ({ context }) => context.destructive,
      'some failed': ({ context }) => failedOf(context.results).length > 0,
    },
    actions: {
      'note the results': assign({
        results: ({ context }, { results }: BatchOutcome) => merged(context.results, results),
        undoable: ({ context }, { undo }: BatchOutcome) =>
          undo === undefined ? context.undoable : [...context.undoable, undo.log_id],
        failure: '',
      }),
      'keep why': assign({ failure: (_, { message }: { message: string }) => message }),
    },
  }).createMachine({
    id: 'batchAction',
    context: ({ input }) => ({ ...input, results: [], undoable: [], failure: '' }),
    initial: 'beginning',
    states: {
      beginning: {
        description: 'Whether to ask first depends on what would be lost.',
        always: [{ guard: 'something is lost by it', target: 'confirming' }, { target: 'running' }],
      },
      confirming: {
        description: 'What would be lost is named; nothing has happened yet.',
        on: { CONFIRM: 'running', CANCEL: 'cancelled' },
      },
      running: {
        description: 'The server is at it.',
        invoke: {
          src: 'call',
          input: ({ context }) => context,
          onDone: {
            target: 'judging',
            actions: { type: 'note the results', params: ({ event }) => event.output },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keep why', params: ({ event }) => ({ message: messageOf(event.error) }) },
          },
        },
      },
      judging: {
        description: 'The results are in.',
        always: [{ guard: 'some failed', target: 'partlyDone' }, { target: 'done' }],
      },
      partlyDone: {
        description: 'It failed for some; which and why is shown.',
        on: { RETRY: 'running', CLOSE: 'done' },
      },
      failed: {
        description: 'The call itself came to nothing.',
        on: { RETRY: 'running', CLOSE: 'done' },
      },
      done: { type: 'final', description: 'There is nothing left to do or to tell.' },
      cancelled: { type: 'final', description: 'The operator thought better of it.' },
    },
  })
}
