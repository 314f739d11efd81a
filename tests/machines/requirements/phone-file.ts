import { phoneFileMachine } from '../../../src/machines/remote/phone-file.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const app = new File(['app'], 'shop.apk')
const text = new File(['text'], 'notes.txt')

const dropped: Readonly<Record<string, File>> = {
  'an app is dropped': app,
  'a text is dropped': text,
  'an app is to be installed': app,
}

export default specification(
  {
    machine: phoneFileMachine,
    input: { deviceId: 8, userId: 4 },
    happenings: {
      'an app is dropped': (play) => play.send({ type: 'drop', file: app }),
      'a text is dropped': (play) => play.send({ type: 'drop', file: text }),
      'an app is to be installed': (play) => play.send({ type: 'install file', file: app }),
      'the operator has it installed': (play) => play.send({ type: 'use', use: 'install' }),
      'the operator has it kept': (play) => play.send({ type: 'use', use: 'push' }),
      'the operator cancels': (play) => play.send({ type: 'cancel' }),
      'a part has arrived': (play) => play.report('transfer', { type: 'progress', sent: 2 }),
      'the transfer ends': (play) => play.report('transfer', { type: 'sent' }),
      'the transfer fails': (play) => play.report('transfer', { type: 'not sent', reason: 'full' }),
      'the server forgets it': (play) => play.answer('forget'),
      'the server does not forget it': (play) => play.fail('forget'),
      'it is on the phone': (play) => play.answer('place'),
      'it is not on the phone': (play) => play.fail('place', new Error('no room')),
    },
    screen: (snapshot) => ({
      file: snapshot.context.file?.name,
      use: snapshot.context.use,
      sent: snapshot.context.sent,
      failure: snapshot.matches({ waiting: 'failed' }) ? snapshot.context.failure : '',
      isPlaced: snapshot.matches({ waiting: 'placed' }),
      isAsked: snapshot.matches('asking'),
      mayDrop: snapshot.can({ type: 'drop', file: text }),
      installed: snapshot.context.installed,
    }),
    keep: ({ context: { file, use, sent, failure } }) => [file?.name, use, sent, failure],
  },
  {
    'one file at a time: another is taken once the last is dealt with': always(
      (step) => step.screen.mayDrop === (step.waitsFor.length === 0 && !step.screen.isAsked),
    ),
    'the file that is shown is the one that was dropped last': always(({ happened, screen }, before) => {
      const file = before.screen.mayDrop ? dropped[happened] : undefined
      return screen.file === (file?.name ?? before.screen.file)
    }),
    'what is to become of an app that was dropped is asked, and of nothing else': always(
      ({ happened, screen }, before) => {
        if (happened === 'an app is dropped' && before.screen.mayDrop) return screen.isAsked
        const isAnswered = happened.startsWith('the operator')
        return screen.isAsked === (before.screen.isAsked && !isAnswered)
      },
    ),
    'a file is sent once it is known what it is for, and only then': always((step, before) => {
      const { happened } = step
      const isSent =
        (before.screen.mayDrop && (happened === 'a text is dropped' || happened === 'an app is to be installed')) ||
        (before.screen.isAsked && happened.startsWith('the operator has it'))
      const file = dropped[happened] ?? app
      return (
        step.calls('transfer').length === (isSent ? 1 : 0) &&
        (step.calls('transfer') as { file: File; userId: number }[]).every(
          (one) => one.file === file && one.userId === 4,
        )
      )
    }),
    'all of it is on the server before the phone gets it, for what the operator said': always((step) => {
      const said = step.past.findLast(
        ({ happened, before }) =>
          (happened in dropped && before.screen.mayDrop) ||
          (happened.startsWith('the operator has it') && before.screen.isAsked),
      )
      const wanted = said?.happened.endsWith('installed') ? 'install' : 'push'
      const calls = step.calls('place') as { deviceId: number; file: File; use: string }[]
      return same(
        calls.map((one) => [one.deviceId, one.file.name, one.use]),
        step.happened === 'the transfer ends' ? [[8, step.screen.file, wanted]] : [],
      )
    }),
    'how far it is on its way is shown, from nothing on': always(({ happened, screen }, before) => {
      if (happened === 'a part has arrived') return screen.sent === 2
      return screen.sent === (happened in dropped && before.screen.mayDrop ? 0 : before.screen.sent)
    }),
    'the server forgets what is given up on its way, and nothing else': always((step, before) => {
      const isGivenUp = step.happened === 'the operator cancels' && before.waits('transfer') > 0
      const calls = step.calls('forget') as { file: File; userId: number }[]
      return same(
        calls.map((one) => [one.file.name, one.userId]),
        isGivenUp ? [[step.screen.file, 4]] : [],
      )
    }),
    'that it is on the phone is told until it is put away or another file comes': always(
      ({ happened, screen }, before) => {
        if (happened === 'it is on the phone') return screen.isPlaced
        const isOver = happened === 'the operator cancels' || happened in dropped
        return screen.isPlaced === (before.screen.isPlaced && !isOver)
      },
    ),
    'a failure says why until it is put away or another file comes': always(({ happened, screen }, before) => {
      if (happened === 'the transfer fails') return screen.failure === 'full'
      if (happened === 'it is not on the phone') return screen.failure === 'no room'
      const isOver = happened === 'the operator cancels' || happened in dropped
      return screen.failure === (isOver ? '' : before.screen.failure)
    }),
    'each app that was installed is counted, since the apps of the phone are others then': always(
      ({ happened, screen }, before) =>
        screen.installed ===
        before.screen.installed + (happened === 'it is on the phone' && before.screen.use === 'install' ? 1 : 0),
    ),
  },
)
