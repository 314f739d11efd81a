import { captchaMachine } from '../../../src/machines/session/captcha.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

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
    'SPEC §7: while one is on its way there is none': when(
      (step) => step.waits(asking) > 0,
      now(({ screen }) => screen.captcha === undefined && !screen.offersAnother),
    ),
    'SPEC §7: whatever came of it, the operator may ask for another, unless none is required': when(
      (step) => step.waits(asking) === 0,
      now(({ screen }) => screen.offersAnother === !same(screen.captcha, none)),
    ),
  },
)
