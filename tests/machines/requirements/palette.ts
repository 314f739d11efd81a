import { paletteMachine } from '../../../src/machines/shell/palette.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const found = { phones: [{ id: 1 }], shops: [] }

export default specification(
  {
    machine: paletteMachine,
    input: { markets: ['amazon'] },
    happenings: {
      'ctrl+k is pressed': (play) => play.report('shortcut', { type: 'TOGGLE' }),
      'it is closed': (play) => play.send({ type: 'CLOSE' }),
      'something is typed': (play) => play.send({ type: 'TYPE', text: ' pho ' }),
      'more is typed': (play) => play.send({ type: 'TYPE', text: 'phone' }),
      'the text is emptied': (play) => play.send({ type: 'TYPE', text: ' ' }),
      'a tenth of a second passes': (play) => play.wait(100),
      'the twentieth of a second passes': (play) => play.wait(50),
      'the server answers': (play) => play.answer('search', found),
    },
    screen: (snapshot) => ({
      isOpen: snapshot.matches('open'),
      text: snapshot.context.text,
      phones: snapshot.context.phones,
      isBusy: snapshot.matches({ open: 'typing' }) || snapshot.matches({ open: 'searching' }),
    }),
  },
  {
    'DESIGN, shell: ctrl+k opens it from anywhere, and closes it': always((step, before) => {
      if (step === before) return !step.screen.isOpen && step.waits('shortcut') === 1
      if (step.happened === 'ctrl+k is pressed') return step.screen.isOpen !== before.screen.isOpen
      return (
        step.screen.isOpen === (before.screen.isOpen && step.happened !== 'it is closed') &&
        step.waits('shortcut') === 1
      )
    }),
    'DESIGN, shell: the server is asked once typing has paused for 150 ms, for what was typed then': always((step) => {
      const since = step.since(({ happened }) => /typed|emptied|ctrl|closed/.test(happened))
      const isDue =
        /typed/.test(since[0]?.happened ?? '') &&
        since[0]?.before.screen.isOpen === true &&
        step.at - since[0].at >= 150 &&
        !since.slice(0, -1).some((one) => one.at - (since[0]?.at ?? 0) >= 150)
      const text = since[0]?.happened === 'something is typed' ? 'pho' : 'phone'
      return same(step.calls('search'), isDue ? [{ markets: ['amazon'], text }] : []) && step.waits('search') <= 1
    }),
    'DESIGN, shell: what is typed is looked for, until it is emptied or opened anew': always(
      ({ happened, screen }, before) => {
        if (!before.screen.isOpen) return screen.text === (screen.isOpen ? '' : before.screen.text)
        const texts = { 'something is typed': 'pho', 'more is typed': 'phone', 'the text is emptied': '' }
        return screen.text === (texts[happened as keyof typeof texts] ?? before.screen.text)
      },
    ),
    'DESIGN, shell: what was found is offered, until there is something else': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server answers') return same(screen.phones, found.phones)
        const isNew =
          (!before.screen.isOpen && screen.isOpen) || (before.screen.isOpen && happened === 'the text is emptied')
        return same(screen.phones, isNew ? [] : before.screen.phones)
      },
    ),
    'what is asked is given up when it is closed or typed over': always(
      (step) => !/typed|emptied|closed|ctrl/.test(step.happened) || step.waits('search') === 0,
    ),
    'that it is being looked for is to be seen, from the first letter to the answer': always((step, before) => {
      const { happened, screen } = step
      if (!screen.isOpen || (!before.screen.isOpen && screen.isOpen)) return !screen.isBusy
      if (/typed/.test(happened)) return screen.isBusy
      return screen.isBusy === (before.screen.isBusy && !/answers|emptied/.test(happened))
    }),
  },
)
