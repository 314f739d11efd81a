import { ApiError } from '../../../src/api/errors.ts'
import { closeCodes } from '../../../domain/stream-protocol.ts'
import { codes } from '../../../domain/codes.ts'
import { textReason } from '../../../domain/reason.ts'
import { phoneTerminalMachine } from '../../../src/machines/remote/phone-terminal.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const point = { relay_url: 'wss://relay', ticket: 'once' } as never
const expired = new ApiError(codes.tokenExpired, 'signed out')

export default specification(
  {
    machine: phoneTerminalMachine,
    input: (play) => ({ deviceId: 8, pasteRefused: () => void play.notes.push('refused') }),
    happenings: {
      'the operator opens a shell': (play) => play.send({ type: 'open' }),
      'the server says where': (play) => play.answer('askTerminalPoint', point),
      'the server refuses': (play) => play.fail('askTerminalPoint', new ApiError(40300, 'held by Ada')),
      'the server says that the session is over': (play) => play.fail('askTerminalPoint', expired),
      'the server fails': (play) => play.fail('askTerminalPoint', new Error('gone')),
      'the line can not be opened': (play) => play.fail('line', new Error('no line')),
      'the shell opens': (play) => play.report('line', { type: 'opened' }, { once: true }),
      'too much is pasted': (play) => play.report('line', { type: 'overfilled' }, { after: 'opened' }),
      'the shell ends': (play) => play.report('line', { type: 'exited', code: 3 }),
      'the line breaks': (play) => play.report('line', { type: 'closed', code: 1006, reason: textReason('lost') }),
      'the line is closed, as the operator is signed out': (play) =>
        play.report('line', { type: 'closed', code: closeCodes.signedOut, reason: null }),
      'five seconds pass': (play) => play.wait(5_000),
    },
    fair: ['five seconds pass'],
    screen: (snapshot, play) => ({
      isUnopened: snapshot.matches('unopened'),
      isOpen: snapshot.matches({ attached: 'open' }),
      isRefused: snapshot.matches('refused'),
      isClosed: snapshot.matches('closed'),
      isOver: snapshot.status === 'done',
      mayOpen: snapshot.can({ type: 'open' }),
      reason: snapshot.context.reason,
      exitCode: snapshot.context.exitCode,
      refusals: play.notes.length,
      hasTicket: snapshot.context.point !== null,
    }),
    keep: ({ context: { reason, exitCode } }) => [reason, exitCode],
  },
  {
    'the server is asked when the operator opens a shell, and none is open': always((step, before) =>
      same(
        (step.calls('askTerminalPoint') as { deviceId: number }[]).map(({ deviceId }) => deviceId),
        step.happened === 'the operator opens a shell' && before.screen.mayOpen ? [8] : [],
      ),
    ),
    'a shell may be opened while there is none, nor one on its way, and the operator is signed in': always(
      ({ screen, waitsFor }) => screen.mayOpen === (waitsFor.length === 0 && !screen.isOver),
    ),
    'the line goes where the server said, with the ticket, at once': always((step) =>
      same(
        (step.calls('line') as { relayUrl: string; ticket: string }[]).map((one) => [one.relayUrl, one.ticket]),
        step.happened === 'the server says where' ? [['wss://relay', 'once']] : [],
      ),
    ),
    'a shell is open from when it says so until its line is over': always((step, before) => {
      if (step.happened === 'the shell opens') return step.screen.isOpen
      return step.screen.isOpen === (before.screen.isOpen && step.waits('line') > 0)
    }),
    'a refusal and a failure say why, and so does a line that breaks; what ended the last one is forgotten with the next':
      always(({ happened, screen }, before) => {
        const why = {
          'the server refuses': 'held by Ada',
          'the server fails': 'gone',
          'the line breaks': 'lost',
          'the line can not be opened': 'no line',
        }[happened]
        if (why !== undefined) return same(screen.reason, textReason(why)) && screen.exitCode === null
        if (happened === 'the shell ends') return screen.reason === null && screen.exitCode === 3
        const isAnew = happened === 'the operator opens a shell' && before.screen.mayOpen
        return isAnew
          ? screen.reason === null && screen.exitCode === null
          : same([screen.reason, screen.exitCode], [before.screen.reason, before.screen.exitCode])
      }),
    'what the server refuses stands as a refusal, whatever else ends it as closed': always(
      ({ happened, screen }, before) => {
        const isAnew = happened === 'the operator opens a shell' && before.screen.mayOpen
        const isLate = happened === 'five seconds pass' && screen.mayOpen && !before.screen.mayOpen
        const isClosing =
          ['the server fails', 'the shell ends', 'the line breaks', 'the line can not be opened'].includes(happened) ||
          isLate
        return (
          screen.isRefused === (happened === 'the server refuses' || (before.screen.isRefused && !isAnew)) &&
          screen.isClosed === (isClosing || (before.screen.isClosed && !isAnew)) &&
          screen.isUnopened === (before.screen.isUnopened && !isAnew)
        )
      },
    ),
    'it waits ten seconds for the server, and twenty for the shell': always((step, before) => {
      const { happened, past } = step
      if (happened !== 'five seconds pass' || before.screen.mayOpen || before.screen.isOver) return true
      const asked = past.findLast((one) => one.calls('askTerminalPoint').length > 0)?.at ?? 0
      const led = past.findLast((one) => one.calls('line').length > 0)?.at ?? 0
      if (before.waits('askTerminalPoint') > 0) return step.screen.isClosed === step.at - asked >= 10_000
      return step.screen.isClosed === (!before.screen.isOpen && step.at - led >= 20_000)
    }),
    'it is over when the operator is signed out, whoever says so, and then only': always(
      ({ happened, screen }, before) =>
        screen.isOver ===
        (before.screen.isOver ||
          happened === 'the server says that the session is over' ||
          happened === 'the line is closed, as the operator is signed out'),
    ),
    'a ticket is kept no longer than its line': always((step) => step.screen.hasTicket === step.waits('line') > 0),
    'a paste that is too much is told, once': always(
      ({ happened, screen }, before) =>
        screen.refusals === before.screen.refusals + (happened === 'too much is pasted' ? 1 : 0),
    ),
    'nobody waits for ever for a shell': when(
      'the operator opens a shell',
      eventually(({ screen }) => screen.isOpen || screen.mayOpen || screen.isOver),
    ),
  },
)
