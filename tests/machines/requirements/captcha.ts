import { captchaMachine } from '../../../src/machines/session/captcha.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const picture = { required: true, captcha_id: 'c1', image: 'data:,' }
const none = { required: false }
const asking = 'fetch a captcha'

export default specification(
  {
    machine: captchaMachine,
    happenings: {
      'a picture comes': (play) => play.answer(asking, picture),
      'none is required': (play) => play.answer(asking, none),
      'the server fails': (play) => play.fail(asking),
      'the operator wants another one': (play) => play.send({ type: 'reload' }),
    },
    screen: (snapshot) => ({
      captcha: snapshot.context.captcha,
      offersAnother: snapshot.can({ type: 'reload' }),
      isLoading: snapshot.matches('loading'),
    }),
  },
  {
    'SPEC §7: the picture is asked for at first, and then whenever there is none or the operator wants another one':
      always((step, before) => {
        const isWanted =
          step === before || (step.happened === 'the operator wants another one' && before.screen.offersAnother)
        return step.calls(asking).length === (isWanted ? 1 : 0) && step.waits(asking) <= 1
      }),
    'SPEC §7: it is shown once it is there, and no earlier one meanwhile': always(({ happened, screen }, before) => {
      if (happened === 'a picture comes') return same(screen.captcha, picture)
      if (happened === 'none is required') return same(screen.captcha, none)
      if (happened === 'the server fails') return screen.captcha === null
      return same(screen.captcha, before.screen.captcha) || screen.captcha === undefined
    }),
    'SPEC §7: that one is on its way is to be seen, exactly as long as it is': always(
      (step) => step.screen.isLoading === step.waits(asking) > 0,
    ),
    'SPEC §7: while one is on its way there is none, and none is awaited where none was required before': always(
      (step, before) => {
        const isAnew = step.calls(asking).length > 0 && step !== before
        const wasNone = isAnew && same(before.screen.captcha, none)
        if (isAnew) return same(step.screen.captcha, wasNone ? none : undefined)
        return step.waits(asking) === 0 || same(step.screen.captcha, before.screen.captcha)
      },
    ),
    'SPEC §7: whatever came of it, another may be asked for: also where none was required, as one may be by now':
      always((step) => step.screen.offersAnother === (step.waits(asking) === 0)),
  },
)
