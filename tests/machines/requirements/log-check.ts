import type { LogCheck } from '../../../src/api/log.ts'
import { logCheckMachine } from '../../../src/machines/log/log-check.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const check = (state: LogCheck['state']): LogCheck => ({ id: 5, state }) as LogCheck // No more of it is looked at.
const states: Readonly<Record<string, LogCheck['state']>> = {
  'the server goes on reading': 'running',
  'the server has read all': 'done',
  'the server that read is gone': 'failed',
}

export default specification(
  {
    machine: logCheckMachine,
    happenings: {
      'the server goes on reading': (play) =>
        play.answer('begin', check('running')) || play.answer('ask', check('running')),
      'the server has read all': (play) => play.answer('begin', check('done')) || play.answer('ask', check('done')),
      'the server that read is gone': (play) =>
        play.answer('begin', check('failed')) || play.answer('ask', check('failed')),
      'the server fails': (play) => play.fail('begin', new Error('gone')) || play.fail('ask', new Error('gone')),
      'a quarter of a second passes': (play) => play.wait(250),
      'the operator checks again': (play) => play.send({ type: 'AGAIN' }),
    },
    fair: ['a quarter of a second passes', 'the server has read all'],
    screen: (snapshot) => ({
      state: snapshot.context.check?.state,
      failure: snapshot.context.failure,
      isInterrupted: snapshot.matches('interrupted'),
      mayAgain: snapshot.can({ type: 'AGAIN' }),
    }),
  },
  {
    'a check begins at first, and when the operator checks again after the last is over': always((step, before) => {
      const isWanted = step === before || (step.happened === 'the operator checks again' && before.screen.mayAgain)
      return step.calls('begin').length === (isWanted ? 1 : 0)
    }),
    'while the server reads it is asked every half second how far it is, for that very check': always(
      (step, before) => {
        const told = before.past.findLast(({ happened }) => happened in states)
        const isWanted =
          step.happened === 'a quarter of a second passes' &&
          before.waits('begin') + before.waits('ask') === 0 &&
          before.screen.state === 'running' &&
          before.screen.failure === '' &&
          step.at - (told?.at ?? 0) === 500
        return same(step.calls('ask'), isWanted ? [{ id: 5 }] : [])
      },
    ),
    'what the server said last stays in sight until another check begins': always((step, before) => {
      if (step.calls('begin').length > 0) return step.screen.state === undefined
      return step.screen.state === (states[step.happened] ?? before.screen.state)
    }),
    'a failure says why until another check begins': always((step, before) => {
      if (step.calls('begin').length > 0) return step.screen.failure === ''
      return step.screen.failure === (step.happened === 'the server fails' ? 'gone' : before.screen.failure)
    }),
    'that the server which read is gone is said, and nothing else is said to be so': always(
      ({ screen }) => screen.isInterrupted === (screen.state === 'failed' && screen.failure === ''),
    ),
    'it can be checked again once it is over, however it ended, and not before': always(
      ({ screen, waitsFor }) =>
        screen.mayAgain === (waitsFor.length === 0 && (screen.failure !== '' || screen.state !== 'running')),
    ),
    'what goes on comes to its end, unless asking fails': when(
      'the server goes on reading',
      eventually(({ screen }) => screen.mayAgain),
    ),
  },
)
