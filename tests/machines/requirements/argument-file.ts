import { argumentFileMachine } from '../../../src/machines/jobs/argument-file.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, never, same } from '../../support/requirements/sentences.ts'

const app = (number: number) => new File(['app'], `${number}.apk`)
const size = app(0).size
const text = new File(['no app'], 'notes.txt')

const dropsApp = 'an app is dropped'
const forgets = new Set(['the server forgets it', 'the server does not forget it'])

interface Seen {
  happened: string
  before: Seen
  past: readonly Seen[]
  waits: (to: string) => number
}

/** Whether another file was dropped, and not put away since, while the server is being told to forget one. */
function doesAnotherFollow({ past }: Seen): boolean {
  let follows = false
  for (const step of past)
    if (step.waits('forget') === 0 || step.happened === 'another file is chosen') follows = false
    else if (step.happened === dropsApp && step.before.waits('forget') > 0) follows = true
  return follows
}

/** Whether a file is to be sent from now on that was not before. */
const begins = ({ happened, before }: Seen): boolean =>
  before.waits('forget') === 0 ? happened === dropsApp : forgets.has(happened) && doesAnotherFollow(before)

export default specification(
  {
    machine: argumentFileMachine,
    input: { userId: 4 },
    happenings: {
      [dropsApp]: (play) => play.send({ type: 'DROP', files: [app(play.notes.push('dropped'))], wants: 'app' }),
      'a text is dropped': (play) => play.send({ type: 'DROP', files: [text], wants: 'app' }),
      'nothing is dropped': (play) => play.send({ type: 'DROP', files: [], wants: 'app' }),
      'the operator tries again': (play) => play.send({ type: 'RETRY' }),
      'the operator cancels': (play) => play.send({ type: 'CANCEL' }),
      'another file is chosen': (play) => play.send({ type: 'PUT_AWAY' }),
      'a part has arrived': (play) => play.report('transfer', { type: 'progress', sent: 1 }),
      'the transfer ends': (play) => play.report('transfer', { type: 'sent' }),
      'the transfer fails': (play) => play.report('transfer', { type: 'not sent', reason: 'full' }),
      'the server knows its number': (play) => play.answer('find', 7),
      'the server does not know its number': (play) => play.fail('find', new Error('away')),
      'the server forgets it': (play) => play.answer('forget'),
      'the server does not forget it': (play) => play.fail('forget', new Error('away')),
    },
    screen: (snapshot) => ({
      chosen: snapshot.context.chosen,
      sent: snapshot.context.sent,
      refused: snapshot.context.refusal?.name,
      failure: snapshot.matches('failed') ? snapshot.context.failure : '',
      hasFile: snapshot.context.file !== undefined,
      /** Whether the file is shown, and on its way. */
      shows: snapshot.value,
    }),
    keep: ({ context: { next } }) => next !== undefined,
  },
  {
    'DESIGN, jobs: nothing is chosen before all of it is on the server': always(({ happened, screen }) => {
      if (happened === 'the server knows its number') return screen.chosen === 7 && screen.shows === 'chosen'
      if (happened === dropsApp) return screen.chosen === null
      return true
    }),
    'a number is chosen only when the server has told it, and stays until something else is dropped or chosen': always(
      ({ happened, screen }, before) =>
        screen.chosen !== 7 || before.screen.chosen === 7 || happened === 'the server knows its number',
    ),
    'what is chosen is given up for another file alone': always(({ happened, screen }, before) =>
      before.screen.chosen !== 7 || [dropsApp, 'another file is chosen'].includes(happened)
        ? true
        : screen.chosen === 7,
    ),
    'a file is sent once it is dropped and the one before is forgotten, and again when that has failed': always(
      (step, before) => {
        const isRetried =
          step.happened === 'the operator tries again' && before.screen.shows === 'failed' && before.screen.sent < size
        const isSent = begins(step) || isRetried
        const newest = step.past.filter(({ happened }) => happened === dropsApp).length
        const sent = step.calls('transfer').map((one) => (one as { file?: File }).file?.name)
        return same(sent, isSent ? [`${newest}.apk`] : [])
      },
    ),
    'its number is asked for when all of it is there, and again when that has failed': always((step, before) => {
      const isRetried =
        step.happened === 'the operator tries again' && before.screen.shows === 'failed' && before.screen.sent === size
      const isAsked = step.happened === 'the transfer ends' || isRetried
      return step.calls('find').length === (isAsked ? 1 : 0) && (!isAsked || step.screen.sent === size)
    }),
    'how far it is, is told; another file begins at nothing': always((step, before) => {
      const { happened, screen } = step
      if (happened === 'a part has arrived') return screen.sent === 1
      if (happened === 'the transfer ends') return screen.sent === size
      if (begins(step)) return screen.sent === 0
      return screen.sent === before.screen.sent
    }),
    'a failure says why until it is tried again, cancelled, or another file comes': always(
      ({ happened, screen }, before) => {
        if (happened === 'the transfer fails') return screen.failure === 'full'
        if (happened === 'the server does not know its number') return screen.failure === 'away'
        const isOver = [
          dropsApp,
          'the operator tries again',
          'the operator cancels',
          'another file is chosen',
        ].includes(happened)
        return screen.failure === (isOver ? '' : before.screen.failure)
      },
    ),
    'a text is refused by its name, and changes nothing else': always(({ happened, screen }, before) => {
      if (happened !== 'a text is dropped') return true
      return same({ ...before.screen, refused: 'notes.txt' }, screen)
    }),
    'a refusal stays until a file is taken, another is chosen, or it is cancelled': always(
      ({ happened, screen }, before) => {
        if (happened === 'a text is dropped') return true
        const isCancelled = happened === 'the operator cancels' && ['sending', 'failed'].includes(before.screen.shows)
        const isOver = isCancelled || [dropsApp, 'another file is chosen'].includes(happened)
        return screen.refused === (isOver ? undefined : before.screen.refused)
      },
    ),
    'what is cancelled is forgotten by the server, and is gone whatever comes of that': always((step, before) => {
      const isCancelled =
        step.happened === 'the operator cancels' && ['sending', 'failed'].includes(before.screen.shows)
      const isGone = forgets.has(step.happened) && !doesAnotherFollow(before)
      return (
        step.calls('forget').length === (isCancelled ? 1 : 0) &&
        step.waits('forget') === (isCancelled || (before.waits('forget') > 0 && !forgets.has(step.happened)) ? 1 : 0) &&
        (!isCancelled || step.waits('transfer') === 0) &&
        (!isGone || (!step.screen.hasFile && step.screen.shows === 'waiting'))
      )
    }),
    'what was put away is not sent any more, and is there no more': never(
      (step) =>
        step.happened === 'another file is chosen' &&
        (step.waits('transfer') + step.waits('find') > 0 || step.screen.hasFile || step.screen.chosen !== undefined),
    ),
  },
)
