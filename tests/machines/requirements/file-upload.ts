import { fileUploadMachine } from '../../../src/machines/files/file-upload.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const file = { name: 'app.apk', size: 100 } as File // Nobody reads it here.

export default specification(
  {
    machine: fileUploadMachine,
    input: { file, userId: 4 },
    happenings: {
      'its turn comes': (play) => play.send({ type: 'start' }),
      'the operator pauses': (play) => play.send({ type: 'pause' }),
      'the operator goes on': (play) => play.send({ type: 'resume' }),
      'the operator cancels': (play) => play.send({ type: 'cancel' }),
      'the operator tries again': (play) => play.send({ type: 'retry' }),
      'a part has arrived': (play) => play.report('transfer', { type: 'progress', sent: 40 }),
      'the transfer ends': (play) => play.report('transfer', { type: 'done' }),
      'the transfer fails': (play) => play.report('transfer', { type: 'failed', reason: 'full' }),
      'the server forgets it': (play) => play.answer('forget'),
      'the server does not forget it': (play) => play.fail('forget', new Error('gone')),
    },
    screen: (snapshot) => ({
      state: snapshot.value,
      sent: snapshot.context.sent,
      failure: snapshot.context.failure,
      isOver: snapshot.status === 'done',
    }),
  },
  {
    'DESIGN, files: it is sent when its turn has come, and from where it stopped': always((step, before) => {
      const isSent = step.happened === 'its turn comes' && before.screen.state === 'waiting'
      return (
        same(step.calls('transfer'), isSent ? [{ file, userId: 4 }] : []) &&
        (step.screen.state === 'sending') === step.waits('transfer') > 0
      )
    }),
    'DESIGN, files: it is sent until it ends, fails, is paused or cancelled, and waits for its turn again after that':
      always((step, before) => {
        const { happened, screen } = step
        const was = before.screen.state
        const leads: Record<string, string | undefined> = {
          'at first': 'waiting',
          'its turn comes': was === 'waiting' ? 'sending' : undefined,
          'the operator pauses': was === 'waiting' || was === 'sending' ? 'paused' : undefined,
          'the operator goes on': was === 'paused' ? 'waiting' : undefined,
          'the operator cancels': ['waiting', 'sending', 'paused', 'failed'].includes(was) ? 'cancelling' : undefined,
          'the operator tries again': was === 'failed' ? 'waiting' : undefined,
          'the transfer ends': 'done',
          'the transfer fails': 'failed',
          'the server forgets it': 'cancelled',
          'the server does not forget it': 'failed',
        }
        return (
          screen.state === (leads[happened] ?? was) &&
          screen.isOver === (screen.state === 'done' || screen.state === 'cancelled')
        )
      }),
    'DESIGN, files: the server is told to forget what is cancelled': always((step) =>
      same(
        step.calls('forget'),
        step.screen.state === 'cancelling' &&
          step.happened === 'the operator cancels' &&
          step.before.screen.state !== 'cancelling'
          ? [{ file, userId: 4 }]
          : [],
      ),
    ),
    'DESIGN, files: how much has arrived is shown, all of it in the end': always(
      ({ happened, screen }, before) =>
        screen.sent ===
        (happened === 'a part has arrived' ? 40 : happened === 'the transfer ends' ? 100 : before.screen.sent),
    ),
    'DESIGN, files: a failure says why, until it is sent again': always(({ happened, screen }, before) => {
      if (happened === 'the transfer fails') return screen.failure === 'full'
      if (happened === 'the server does not forget it') return screen.failure === 'gone'
      return (
        screen.failure ===
        (screen.state === 'sending' && before.screen.state !== 'sending' ? '' : before.screen.failure)
      )
    }),
    'DESIGN, files: the queue hears of each move but the beginning of sending, as others may be sent from then on':
      always((step, before) => {
        const moves = step.screen.state !== before.screen.state || step === before
        return (
          step.news.filter((news) => news === 'moved').length ===
          (moves && step.screen.state !== 'sending' ? (step === before ? step.news.length : 1) : 0)
        )
      }),
  },
)
