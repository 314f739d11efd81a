import { accountMachine } from '../../../src/machines/people/account.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const facts = { contact: 'mail', invite_code: 'abc' }

export default specification(
  {
    machine: accountMachine,
    input: { invites: true },
    happenings: {
      'the server answers': (play) => play.answer('load the facts', facts),
      'the server fails': (play) => play.fail('load the facts', new Error('gone')),
      'the operator asks again': (play) => play.send({ type: 'retry' }),
    },
    screen: (snapshot) => ({
      facts: snapshot.context.facts,
      failure: snapshot.matches('failed') ? snapshot.context.failure : undefined,
      isShown: snapshot.matches('shown'),
    }),
  },
  {
    'SPEC §7: contact and invite code are asked for at once, and again where that failed': always((step, before) => {
      const isAsked =
        step === before || (step.happened === 'the operator asks again' && before.screen.failure !== undefined)
      return same(step.calls('load the facts'), isAsked ? [{ invites: true }] : [])
    }),
    'SPEC §7: they are shown once they are there': always(({ happened, screen }, before) =>
      happened === 'the server answers'
        ? screen.isShown && same(screen.facts, facts)
        : screen.isShown === before.screen.isShown,
    ),
    'SPEC §8: a failure is shown until it is asked again': always(
      (step, before) =>
        step.screen.failure ===
        (step.happened === 'the server fails' ? 'gone' : step.waitsFor.length > 0 ? undefined : before.screen.failure),
    ),
  },
)
