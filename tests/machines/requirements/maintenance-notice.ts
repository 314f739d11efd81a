import { maintenanceNoticeMachine } from '../../../src/machines/messages/maintenance-notice.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, never, when } from '../../support/requirements/sentences.ts'

const notice = { content: 'tonight', updated_at: 5 }
const asking = 'fetch the notice'
const answers = new Set(['there is a notice', 'there is no notice', 'another notice is written'])

export default specification(
  {
    machine: maintenanceNoticeMachine,
    input: { userId: 7, confirmed: null },
    happenings: {
      'the operator navigates': (play) => play.send({ type: 'navigated' }),
      'there is a notice': (play) => play.answer(asking, notice),
      'there is no notice': (play) => play.answer(asking, { content: '', updated_at: null }),
      'the server fails': (play) => play.fail(asking),
      'another notice is written': (play) =>
        play.send({ type: 'written', notice: { content: 'tomorrow', updated_at: 6 } }),
      'the operator confirms it': (play) => play.send({ type: 'confirm' }),
    },
    fair: ['there is a notice'],
    screen: (snapshot) => ({
      shown: snapshot.matches({ notice: 'shown' }) ? (snapshot.context.notice?.content ?? '') : undefined,
      confirmed: stored('confirmed-notice.7'),
    }),
  },
  {
    'SPEC §4: the notice is asked for on each navigation, once at a time': always((step, before) => {
      const isAsked = step.happened === 'the operator navigates' && before.waits(asking) === 0
      return step.calls(asking).length === (isAsked ? 1 : 0) && step.waits(asking) <= 1
    }),
    'SPEC §4: it is shown as it was heard of last, unless it was confirmed': always((step, before) => {
      if (step === before) return step.screen.shown === undefined
      const { happened, screen } = step
      const named = { 'there is a notice': '5', 'another notice is written': '6' }[happened]
      if (happened === 'there is no notice') return screen.shown === undefined
      if (named !== undefined)
        return (
          screen.shown ===
          (before.screen.confirmed === named ? undefined : happened === 'there is a notice' ? 'tonight' : 'tomorrow')
        )
      return screen.shown === (happened === 'the operator confirms it' ? undefined : before.screen.shown)
    }),
    'SPEC §4: what was confirmed is remembered by this browser, as this user’s': always(
      ({ happened, screen }, before) => {
        const confirms = happened === 'the operator confirms it' && before.screen.shown !== undefined
        return (
          screen.confirmed === (confirms ? (before.screen.shown === 'tonight' ? '5' : '6') : before.screen.confirmed)
        )
      },
    ),
    'SPEC §4: a notice that was confirmed is skipped': never(
      ({ screen }) =>
        (screen.confirmed === '5' && screen.shown === 'tonight') ||
        (screen.confirmed === '6' && screen.shown === 'tomorrow'),
    ),
    'what is under way may be older than what was pushed, and is given up': always(
      (step) => step.happened !== 'another notice is written' || step.waitsFor.length === 0,
    ),
    'SPEC §4: each navigation is answered in the end': when(
      'the operator navigates',
      eventually(({ happened }) => answers.has(happened) || happened === 'the server fails'),
    ),
  },
)
