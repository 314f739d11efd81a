import { assign, fromCallback, setup, type EventObject } from 'xstate'
import { ApiError, messageOf } from '../../api/errors.ts'
import type { RemoteSessionReport } from '../../api/remote.ts'
import { codes } from '../../../domain/codes.ts'

/** What asking one phone came to. */
export type CheckResult =
  | { id: number; ok: true; session: RemoteSessionReport }
  | { id: number; ok: false; code: number; message: string }

/** Asks who controls and who watches a phone. What fails is told by the list of results, not phone by phone in the corner. */
export type AskPhone = (id: number, signal: AbortSignal) => Promise<RemoteSessionReport>

/** Phones asked at the same time. */
const atOnce = 4

type Report = { type: 'answered'; result: CheckResult } | { type: 'finished' }

async function check(id: number, ask: AskPhone, signal: AbortSignal): Promise<CheckResult> {
  try {
    return { id, ok: true, session: await ask(id, signal) }
  } catch (failure) {
    const code = failure instanceof ApiError ? failure.code : codes.serverError
    return { id, ok: false, code, message: messageOf(failure) }
  }
}

/**
 * Asks phones one by one who controls and who watches them, a few at a time, and keeps what each answered: a phone that
 * fails does not stop the others.
 */
export const deviceCheckMachine = setup({
  types: {
    input: {} as { ids: readonly number[]; ask: AskPhone },
    context: {} as { ids: readonly number[]; ask: AskPhone; results: readonly CheckResult[] },
    events: {} as Report | { type: 'STOP' },
  },
  actors: {
    asking: fromCallback<EventObject, { ids: readonly number[]; ask: AskPhone }, Report>(
      ({ input: { ids, ask }, sendBack }) => {
        const controller = new AbortController()
        const waiting = [...ids]
        const askInTurn = async () => {
          for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
            const result = await check(id, ask, controller.signal)
            if (controller.signal.aborted) return
            sendBack({ type: 'answered', result })
          }
        }
        const askAll = async () => {
          await Promise.all(Array.from({ length: atOnce }, askInTurn))
          if (!controller.signal.aborted) sendBack({ type: 'finished' })
        }
        void askAll()
        return () => controller.abort()
      },
    ),
  },
}).createMachine({
  id: 'deviceCheck',
  context: ({ input: { ids, ask } }) => ({ ids, ask, results: [] }),
  initial: 'asking',
  states: {
    asking: {
      description: 'Phones are being asked, a few at a time.',
      invoke: { src: 'asking', input: ({ context: { ids, ask } }) => ({ ids, ask }) },
      on: {
        answered: {
          actions: assign({ results: ({ context, event }) => [...context.results, event.result] }),
        },
        finished: 'finished',
        STOP: 'stopped',
      },
    },
    finished: { type: 'final', description: 'Every phone has answered, or failed to.' },
    stopped: { type: 'final', description: 'The operator has seen enough; what is there stays.' },
  },
})
