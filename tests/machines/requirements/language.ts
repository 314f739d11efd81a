import { languageMachine } from '../../../src/machines/shell/language.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const speaking = 'speak it'

export default specification(
  {
    machine: languageMachine,
    input: { first: 'zh-CN' },
    happenings: {
      'the operator chooses English': (play) => play.send({ type: 'choose', language: 'en' }),
      'the operator chooses Chinese': (play) => play.send({ type: 'choose', language: 'zh-CN' }),
      'the texts are there': (play) => play.answer(speaking),
      'the texts can not be had': (play) => play.fail(speaking),
    },
    screen: (snapshot) => ({
      language: snapshot.context.language,
      wanted: snapshot.context.wanted,
      remembered: stored('language'),
      isSpoken: snapshot.matches('spoken'),
    }),
  },
  {
    'DESIGN, texts: another language is fetched when it is chosen, the newest choice alone': always((step, before) => {
      const chosen = step.happened === 'the operator chooses English' ? 'en' : 'zh-CN'
      const isFetched =
        step === before ||
        (/chooses/.test(step.happened) && (before.waits(speaking) > 0 || chosen !== before.screen.language))
      return (
        same(step.calls(speaking), isFetched ? [{ language: step === before ? 'zh-CN' : chosen }] : []) &&
        step.waits(speaking) <= 1
      )
    }),
    'DESIGN, texts: until its texts are there the old language stays': always(
      ({ happened, screen }, before) =>
        screen.language === (happened === 'the texts are there' ? before.screen.wanted : before.screen.language),
    ),
    'DESIGN, texts: what could not be had is wanted no longer': always(
      ({ happened, screen }) => !happened.startsWith('the texts') || screen.wanted === screen.language,
    ),
    'DESIGN, texts: what was chosen is remembered': always((step, before) => {
      const isChosen = /chooses/.test(step.happened) && step.calls(speaking).length > 0
      return step.screen.remembered === (isChosen ? step.screen.wanted : before.screen.remembered)
    }),
    'that texts are on their way is to be seen': always(
      (step) => step.screen.isSpoken === (step.waits(speaking) === 0),
    ),
  },
)
