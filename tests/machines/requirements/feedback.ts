import { feedbackMachine } from '../../../src/machines/shell/feedback.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const keeping = 'keep the file'

export default specification(
  {
    machine: feedbackMachine,
    happenings: {
      'the operator opens it': (play) => play.send({ type: 'open' }),
      'the operator writes': (play) => play.send({ type: 'write', text: 'nothing happens' }),
      'the operator saves it': (play) => play.send({ type: 'save' }),
      'the operator closes it': (play) => play.send({ type: 'close' }),
      'the file is kept': (play) => play.answer(keeping),
      'the file can not be made': (play) => play.fail(keeping),
    },
    screen: (snapshot) => ({
      isOpen: !snapshot.matches('closed'),
      text: snapshot.context.text,
      isBusy: snapshot.matches('saving'),
      isSaved: snapshot.matches('saved'),
      hasFailed: snapshot.matches('failed'),
    }),
  },
  {
    'it is open from when it is opened until it is closed, which it is not while the file is made': always(
      ({ happened, screen }, before) => {
        if (happened === 'the operator opens it') return screen.isOpen
        if (happened === 'the operator closes it') return screen.isOpen === before.screen.isBusy
        return screen.isOpen === (happened !== 'at first' && before.screen.isOpen)
      },
    ),
    'one file is made each time that it is saved, of the text as it stands': always((step, before) => {
      const { isOpen, isBusy, isSaved } = before.screen
      const isMade = step.happened === 'the operator saves it' && isOpen && !isBusy && !isSaved
      return same(step.calls(keeping), isMade ? [{ text: before.screen.text }] : []) && step.waits(keeping) <= 1
    }),
    'that it is being made is to be seen as long as it is': always(
      (step) => step.screen.isBusy === step.waits(keeping) > 0,
    ),
    'what became of the file is said, until it is closed or saved again': always(({ happened, screen }, before) => {
      const ends = screen.isBusy || !screen.isOpen
      const isSaved = happened === 'the file is kept' || (before.screen.isSaved && !ends)
      const hasFailed = happened === 'the file can not be made' || (before.screen.hasFailed && !ends)
      return screen.isSaved === isSaved && screen.hasFailed === hasFailed
    }),
    'the text is what was written last, also where no file could be made; another report begins without one': always(
      ({ happened, screen }, before) => {
        if (!screen.isOpen) return screen.text === ''
        const { isOpen, isBusy, isSaved } = before.screen
        const isWritten = happened === 'the operator writes' && isOpen && !isBusy && !isSaved
        return screen.text === (isWritten ? 'nothing happens' : before.screen.text)
      },
    ),
  },
)
