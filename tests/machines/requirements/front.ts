import { frontMachine } from '../../../src/machines/shell/front.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

type Front = 'list' | 'writing'

const frontWhich = (first: Front | undefined) =>
  specification(
    {
      machine: frontMachine<Front>(),
      input: { first },
      happenings: {
        'the list is opened': (play) => play.send({ type: 'OPEN', front: 'list' }),
        'a message is written': (play) => play.send({ type: 'OPEN', front: 'writing' }),
        'the list closes': (play) => play.send({ type: 'CLOSE', front: 'list' }),
        'the message closes': (play) => play.send({ type: 'CLOSE', front: 'writing' }),
      },
      screen: (snapshot) => ({ isOpen: snapshot.matches('open'), front: snapshot.context.front }),
    },
    {
      'something is in front, or nothing is': always(({ screen }) => screen.isOpen === (screen.front !== undefined)),
      'what was opened last is in front, until it is closed itself': always((step, before) => {
        const { happened, screen } = step
        if (step === before) return screen.front === first
        if (happened === 'the list is opened') return screen.front === 'list'
        if (happened === 'a message is written') return screen.front === 'writing'
        const closed = happened === 'the list closes' ? 'list' : 'writing'
        return screen.front === (before.screen.front === closed ? undefined : before.screen.front)
      }),
    },
  )

export default [frontWhich(undefined), frontWhich('list')]
