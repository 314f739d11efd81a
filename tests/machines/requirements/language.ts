import { languageMachine } from '../../../src/machines/shell/language.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const fetching = 'fetch its texts'

/** The page's language is that of all tests: what is spoken is written down instead. */
const machine = languageMachine.provide({
  actions: { 'speak it': ({ context }) => localStorage.setItem('spoken', context.language) },
})

export default specification(
  {
    machine,
    input: { first: 'zh-CN' },
    happenings: {
      'the operator chooses English': (play) => play.send({ type: 'choose', language: 'en' }),
      'the operator chooses Chinese': (play) => play.send({ type: 'choose', language: 'zh-CN' }),
      'the texts are there': (play) => play.answer(fetching),
      'the texts can not be had': (play) => play.fail(fetching),
    },
    screen: (snapshot) => ({
      language: snapshot.context.language,
      wanted: snapshot.context.wanted,
      spoken: stored('spoken'),
      remembered: stored('language'),
      isSpoken: snapshot.matches('spoken'),
    }),
  },
  {
    'DESIGN, texts: another language is fetched when it is chosen, the newest choice alone': always((step, before) => {
      const chosen = step.happened === 'the operator chooses English' ? 'en' : 'zh-CN'
      const isFetched =
        step === before ||
        (/chooses/.test(step.happened) && (before.waits(fetching) > 0 || chosen !== before.screen.language))
      return (
        same(step.calls(fetching), isFetched ? [{ language: step === before ? 'zh-CN' : chosen }] : []) &&
        step.waits(fetching) <= 1
      )
    }),
    'DESIGN, texts: until its texts are there the old language stays': always(
      ({ happened, screen }, before) =>
        screen.language === (happened === 'the texts are there' ? before.screen.wanted : before.screen.language),
    ),
    'DESIGN, texts: what could not be had is wanted no longer': always(
      ({ happened, screen }) => !happened.startsWith('the texts') || screen.wanted === screen.language,
    ),
    'DESIGN, texts: what is spoken is the language that the console says it is': always(
      ({ screen }, before) => screen.spoken === (screen.isSpoken ? screen.language : before.screen.spoken),
    ),
    'DESIGN, texts: what was chosen is remembered once it is spoken, and nothing that nobody chose': always(
      ({ happened, past, screen }, before) => {
        const isChosen = past.some((step) => /chooses/.test(step.happened) && step.calls(fetching).length > 0)
        const isTaken = happened === 'the texts are there' && isChosen
        return screen.remembered === (isTaken ? screen.language : before.screen.remembered)
      },
    ),
    'that texts are on their way is to be seen': always(
      (step) => step.screen.isSpoken === (step.waits(fetching) === 0),
    ),
  },
)
