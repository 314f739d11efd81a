import { phoneFileMachine } from '../../../src/machines/remote/phone-file.ts'
import type { Step } from '../../support/requirements/step.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const app = new File(['app'], 'shop.apk')
const text = new File(['text'], 'notes.txt')

const dropped: Readonly<Record<string, File>> = {
  'an app is dropped': app,
  'a text is dropped': text,
  'an app is to be installed': app,
}

interface Seen {
  file: string | undefined
  sent: number
  failure: string
  isPlaced: boolean
  isAsked: boolean
  waiting: number
  told: readonly string[]
  /** Whether somebody who wants to go elsewhere is asked, and has gone. */
  isHeldBack: boolean
  isLeft: boolean
}

/** After which the next one may come. */
const ends = new Set([
  'the transfer fails',
  'the server forgets it',
  'the server does not forget it',
  'it is on the phone',
  'it is not on the phone',
])

const isBusy = ({ waitsFor, screen }: Step<Seen>): boolean => waitsFor.length > 0 || screen.isAsked

/** How the file came that is dealt with, or was last: all before it were dealt with, and those that wait come after. */
const currentOf = ({ past, screen }: Step<Seen>): string | undefined =>
  past
    .map(({ happened }) => happened)
    .filter((happened) => happened in dropped)
    .at(-1 - screen.waiting)

/** Whether the next file is taken. */
function isTaken({ happened }: Step<Seen>, before: Step<Seen>): boolean {
  if (!isBusy(before)) return happened in dropped
  const isOver = ends.has(happened) || (happened === 'the operator cancels' && before.screen.isAsked)
  return isOver && before.screen.waiting > 0
}

/** Not more than one waits, so that paths come to an end. */
const fits = (play: { snapshot: { context: { waiting: readonly unknown[] } } }): boolean =>
  play.snapshot.context.waiting.length < 1

export default specification(
  {
    machine: phoneFileMachine,
    input: (play) => ({
      deviceId: 8,
      userId: 4,
      tell: (file, reason) => void play.notes.push(`${file}: ${reason}`),
    }),
    happenings: {
      'an app is dropped': (play) => fits(play) && play.send({ type: 'drop', file: app }),
      'a text is dropped': (play) => fits(play) && play.send({ type: 'drop', file: text }),
      'an app is to be installed': (play) => fits(play) && play.send({ type: 'install file', file: app }),
      'the operator has it installed': (play) => play.send({ type: 'use', use: 'install' }),
      'the operator has it kept': (play) => play.send({ type: 'use', use: 'push' }),
      'the operator cancels': (play) => play.send({ type: 'cancel' }),
      'the page is to be left': (play) => play.send({ type: 'leave' }),
      'the page is stayed at': (play) => play.send({ type: 'stay' }),
      'all is given up': (play) => play.send({ type: 'give up' }),
      'a part has arrived': (play) => play.report('transfer', { type: 'progress', sent: 2 }),
      'the transfer ends': (play) => play.report('transfer', { type: 'sent' }),
      'the transfer fails': (play) => play.report('transfer', { type: 'not sent', reason: 'full' }),
      'the server forgets it': (play) => play.answer('forget'),
      'the server does not forget it': (play) => play.fail('forget'),
      'it is on the phone': (play) => play.answer('place'),
      'it is not on the phone': (play) => play.fail('place', new Error('no room')),
    },
    screen: (snapshot, play): Seen => ({
      file: snapshot.context.file?.name,
      sent: snapshot.context.sent,
      failure: snapshot.matches({ open: { file: { waiting: 'failed' } } }) ? snapshot.context.failure : '',
      isPlaced: snapshot.matches({ open: { file: { waiting: 'placed' } } }),
      isAsked: snapshot.matches({ open: { file: 'asking' } }),
      waiting: snapshot.context.waiting.length,
      told: [...play.notes],
      isHeldBack: snapshot.matches({ open: { page: 'asking' } }),
      isLeft: snapshot.status === 'done',
    }),
    keep: ({ context: { file, use, sent, failure, waiting } }) => [
      file?.name,
      use,
      sent,
      failure,
      waiting.map((one) => [one.file.name, one.use]),
    ],
  },
  {
    'one file at a time: the others wait, however many are dropped meanwhile, and come in their order': always(
      (step, before) => {
        const { file, waiting } = step.screen
        const current = currentOf(step)
        return (
          waiting === before.screen.waiting + Number(step.happened in dropped) - Number(isTaken(step, before)) &&
          file === (current === undefined ? undefined : dropped[current]?.name)
        )
      },
    ),
    'what is to become of an app that was dropped is asked, and of nothing else': always((step, before) => {
      if (isTaken(step, before)) return step.screen.isAsked === (currentOf(step) === 'an app is dropped')
      const isAnswered = step.happened.startsWith('the operator')
      return step.screen.isAsked === (before.screen.isAsked && !isAnswered && !step.screen.isLeft)
    }),
    'a file is sent once it is known what it is for, and only then': always((step, before) => {
      const current = currentOf(step)
      const isSent =
        (isTaken(step, before) && current !== 'an app is dropped') ||
        (before.screen.isAsked && step.happened.startsWith('the operator has it'))
      return (
        step.calls('transfer').length === (isSent ? 1 : 0) &&
        (step.calls('transfer') as { file: File; userId: number }[]).every(
          (one) => one.file === dropped[current ?? ''] && one.userId === 4,
        )
      )
    }),
    'all of it is on the server before the phone gets it, for what the operator said': always((step) => {
      const said = step.past.findLast(
        ({ happened, before }) => happened.startsWith('the operator has it') && before.screen.isAsked,
      )
      const current = currentOf(step)
      const wanted = (current === 'an app is dropped' ? said?.happened : current)?.endsWith('installed')
        ? 'install'
        : 'push'
      const calls = step.calls('place') as { deviceId: number; file: File; use: string }[]
      return same(
        calls.map((one) => [one.deviceId, one.file.name, one.use]),
        step.happened === 'the transfer ends' ? [[8, step.screen.file, wanted]] : [],
      )
    }),
    'how far it is on its way is shown, from nothing on': always((step, before) => {
      if (step.happened === 'a part has arrived') return step.screen.sent === 2
      return step.screen.sent === (isTaken(step, before) ? 0 : before.screen.sent)
    }),
    'the server forgets what is given up on its way, and nothing else': always((step, before) => {
      const isGivenUp = step.happened === 'the operator cancels' && before.waits('transfer') > 0
      const calls = step.calls('forget') as { file: File; userId: number }[]
      return same(
        calls.map((one) => [one.file.name, one.userId]),
        isGivenUp ? [[step.screen.file, 4]] : [],
      )
    }),
    'that it is on the phone is told until it is put away or another file comes': always((step, before) => {
      const isOver = step.happened === 'the operator cancels' || isTaken(step, before) || step.screen.isLeft
      return step.screen.isPlaced === (!isOver && (step.happened === 'it is on the phone' || before.screen.isPlaced))
    }),
    'a failure says why until it is put away or another file comes; where one comes at once, it is told beside': always(
      (step, before) => {
        const reason = { 'the transfer fails': 'full', 'it is not on the phone': 'no room' }[step.happened]
        const isOver = step.happened === 'the operator cancels' || isTaken(step, before)
        const told = reason !== undefined && isOver ? [`${before.screen.file}: ${reason}`] : []
        return (
          step.screen.failure === (isOver ? '' : (reason ?? before.screen.failure)) &&
          same(step.screen.told, [...before.screen.told, ...told])
        )
      },
    ),
    'whoever goes elsewhere is asked exactly while a file would not come onto the phone that way': always(
      (step, before) => {
        const { happened, screen } = step
        const isAtStake = before.screen.isAsked || before.waits('transfer') > 0 || before.screen.waiting > 0
        if (happened === 'the page is to be left') return screen.isHeldBack === (isAtStake || before.screen.isHeldBack)
        const isOver =
          ['the page is stayed at', 'all is given up'].includes(happened) || screen.isLeft || screen.failure !== ''
        return screen.isHeldBack === (before.screen.isHeldBack && !isOver)
      },
    ),
    'who was asked goes once all is given up, or has come onto the phone meanwhile, and not else': always(
      (step, before) => {
        const { happened, screen } = step
        const isThere = ends.has(happened) || happened === 'the operator cancels'
        const isDone = isThere && screen.waiting === 0 && !isTaken(step, before) && screen.failure === ''
        const isAllOver = isDone && step.waitsFor.length === 0
        return (
          screen.isLeft ===
          (before.screen.isLeft || (before.screen.isHeldBack && (happened === 'all is given up' || isAllOver)))
        )
      },
    ),
    'nobody goes elsewhere who did not want to': always(
      (step) => !step.screen.isLeft || step.past.some(({ happened }) => happened === 'the page is to be left'),
    ),
    'what is left brings nothing onto the phone any more': always(
      (step) => !step.screen.isLeft || step.waitsFor.length === 0,
    ),
    'each app that was installed is told, since the apps of the phone are others then': always((step, before) => {
      const use = (
        before.past.findLast((one) => one.calls('place').length > 0)?.calls('place') as { use: string }[] | undefined
      )?.[0]?.use
      return same(step.told, step.happened === 'it is on the phone' && use === 'install' ? [{ type: 'installed' }] : [])
    }),
  },
)
