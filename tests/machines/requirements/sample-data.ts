import type { Samples } from '../../../src/api/samples.ts'
import { sampleDataMachine } from '../../../src/machines/dashboard/sample-data.ts'
import { always } from '../../support/requirements/sentences.ts'
import { specification } from '../../support/requirements/specification.ts'

const some: Samples = {
  users: 1,
  boxes: 1,
  phones: 2,
  groups: 0,
  environments: 3,
  scripts: 0,
  tasks: 0,
  notices: 1,
  stays: 4,
}

export default specification(
  {
    machine: sampleDataMachine,
    happenings: {
      'the operator wants it gone': (play) => play.send({ type: 'CLEAR' }),
      'the server counts it': (play) => play.answer('count the samples', some),
      'it can not be counted': (play) => play.fail('count the samples', new Error('gone')),
      'the operator confirms': (play) => play.send({ type: 'CONFIRM' }),
      'the operator turns back': (play) => play.send({ type: 'CANCEL' }),
      'the server clears it': (play) => play.answer('clear the samples', some),
      'the server refuses': (play) => play.fail('clear the samples', new Error('no')),
    },
    screen: (snapshot) => ({
      isOffered: snapshot.matches('offered'),
      isAsked: snapshot.matches('asked'),
      isOver: snapshot.status === 'done',
      failure: snapshot.context.failure,
      counted: snapshot.context.samples?.environments,
    }),
  },
  {
    'DESIGN, first use: what goes is counted each time that somebody wants it gone': always((step, before) => {
      const isWanted = step.happened === 'the operator wants it gone' && before.screen.isOffered
      return step.calls('count the samples').length === (isWanted ? 1 : 0)
    }),
    'DESIGN, first use: nothing goes before what goes was read and confirmed': always((step, before) => {
      const isMeant = step.happened === 'the operator confirms' && before.screen.isAsked
      return step.calls('clear the samples').length === (isMeant ? 1 : 0)
    }),
    'DESIGN, first use: it is asked about once it is counted, until it is confirmed or not': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server counts it') return screen.isAsked && screen.counted === some.environments
        const isAnswered = happened === 'the operator confirms' || happened === 'the operator turns back'
        return screen.isAsked === (before.screen.isAsked && !isAnswered)
      },
    ),
    'DESIGN, first use: it is offered again where somebody turns back or the server could not': always(
      ({ happened, screen }, before) => {
        if (happened === 'it can not be counted' || happened === 'the server refuses') return screen.isOffered
        if (happened === 'the operator turns back' && before.screen.isAsked) return screen.isOffered
        return screen.isOffered === (before.screen.isOffered && happened !== 'the operator wants it gone')
      },
    ),
    'SPEC §8: why it could not be cleared is said until it is counted again': always(({ happened, screen }, before) => {
      if (happened === 'it can not be counted') return screen.failure === 'gone'
      if (happened === 'the server refuses') return screen.failure === 'no'
      return screen.failure === (happened === 'the server counts it' ? '' : before.screen.failure)
    }),
    'DESIGN, first use: it is over once it is gone': always(
      ({ happened, screen }, before) => screen.isOver === (happened === 'the server clears it' || before.screen.isOver),
    ),
  },
)
