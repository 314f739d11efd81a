import { batchActionMachine } from '../../../src/machines/lists/batch-action.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const target = { ids: [1, 2] }
const call = () => Promise.resolve({ results: [] })
const ok = (id: number) => ({ id, ok: true as const })
const failed = (id: number) => ({ id, ok: false as const, code: 40_900, message: 'busy' })

/** What the server's last answer leaves undone. */
const isPartly = (happened: string | undefined) => happened === 'some fail'
const answers = ['all succeed', 'some fail', 'the call fails']

const actionOn = (destructive: boolean) =>
  specification(
    {
      machine: batchActionMachine<undefined>(),
      input: { target, call, destructive },
      happenings: {
        'the operator confirms': (play) => play.send({ type: 'CONFIRM' }),
        'the operator cancels': (play) => play.send({ type: 'CANCEL' }),
        'all succeed': (play) => play.answer('call', { results: [ok(1), ok(2)], undo: { log_id: 7 } }),
        'some fail': (play) => play.answer('call', { results: [ok(1), failed(2)] }),
        'the call fails': (play) => play.fail('call', new Error('gone')),
        'the operator tries again': (play) => play.send({ type: 'RETRY' }),
        'the operator closes it': (play) => play.send({ type: 'CLOSE' }),
      },
      keep: ({ context: { results, failure } }) => ({ results, failure }),
      screen: (snapshot) => ({
        asks: snapshot.matches('confirming'),
        isCancelled: snapshot.matches('cancelled'),
        tellsRows: snapshot.matches('partlyDone'),
        isOver: snapshot.status === 'done',
        results: snapshot.context.results,
        undoable: snapshot.context.undoable,
        failure: snapshot.matches('failed') ? snapshot.context.failure : '',
      }),
    },
    {
      'DESIGN, lists: where something would be lost, nothing is done before the operator has confirmed it': always(
        (step) =>
          step.screen.asks === (destructive && !step.past.some(({ happened }) => /confirms|cancels/.test(happened))),
      ),
      'DESIGN, lists: who thinks better of it has done nothing': always(
        (step) =>
          step.screen.isCancelled ===
          (destructive &&
            step.past.find(({ happened }) => /confirms|cancels/.test(happened))?.happened === 'the operator cancels'),
      ),
      'DESIGN, lists: the server is asked when it is confirmed and at each further try, for the rows that failed':
        always((step, before) => {
          const tries =
            step.happened === 'the operator confirms'
              ? before.screen.asks
              : step.happened === 'the operator tries again'
          const isFree =
            before.waits('call') === 0 &&
            !before.screen.isOver &&
            (before.screen.asks || step.happened !== 'the operator confirms')
          const isAsked = tries && isFree && !(before.screen.asks && step.happened === 'the operator tries again')
          const asked = step.calls('call').map((input) => (input as { results: unknown }).results)
          return same(asked, isAsked || (step === before && !destructive) ? [before.screen.results] : [])
        }),
      'DESIGN, lists: it tells row by row what it came to, and what undoes it': when(
        answers,
        now(({ happened, screen }, before) => {
          if (happened === 'the call fails')
            return (
              same(screen.results, before.screen.results) &&
              screen.failure === 'gone' &&
              screen.undoable.length === before.screen.undoable.length
            )
          return (
            same(screen.results, isPartly(happened) ? [ok(1), failed(2)] : [ok(1), ok(2)]) &&
            same(screen.undoable, isPartly(happened) ? before.screen.undoable : [...before.screen.undoable, 7])
          )
        }),
      ),
      'DESIGN, lists: rows that failed are told until they are tried again or put away': always(
        (step, before) =>
          step.screen.tellsRows ===
          (step.happened === 'some fail' ||
            (before.screen.tellsRows && step.waitsFor.length === 0 && !step.screen.isOver)),
      ),
      'DESIGN, lists: it is over when all succeeded, was closed or was cancelled, and not before': always((step) => {
        const last = step.past.findLast(({ happened }) => answers.includes(happened))
        const rest = last === undefined ? [] : step.past.slice(step.past.indexOf(last) + 1)
        const stoodStill = !rest.some((one) => one.calls('call').length > 0)
        const isClosed =
          last !== undefined && stoodStill && rest.some(({ happened }) => happened === 'the operator closes it')
        return step.screen.isOver === (step.screen.isCancelled || last?.happened === 'all succeed' || isClosed)
      }),
    },
  )

export default [actionOn(true), actionOn(false)]
