import { listScreenMachine } from '../../../src/machines/lists/list-screen.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const dialogs = { rename: { name: 'rename', subject: 1 }, share: { name: 'share', subject: 2 } }

export default specification(
  {
    machine: listScreenMachine<string>(),
    input: { hearAsked: undefined },
    happenings: {
      'a dialog opens': (play) => play.send({ type: 'OPEN', dialog: dialogs.rename }),
      'another dialog opens': (play) => play.send({ type: 'OPEN', dialog: dialogs.share }),
      'another screen asks for a dialog': (play) =>
        play.report('askedListener', { type: 'OPEN', dialog: dialogs.share }),
      'the dialog closes': (play) => play.send({ type: 'CLOSE' }),
      'a row is looked at': (play) => play.send({ type: 'LOOK', row: 1 }),
      'another row is looked at': (play) => play.send({ type: 'LOOK', row: 2 }),
      'the row is left': (play) => play.send({ type: 'LOOK_AWAY' }),
      'something is done to rows': (play) => play.send({ type: 'PERFORM', batch: 'restart' }),
      'something else is done to rows': (play) => play.send({ type: 'PERFORM', batch: 'delete' }),
      'it is settled': (play) => play.send({ type: 'SETTLE' }),
    },
    screen: ({ context: { dialog, looked, batch } }) => ({ dialog, looked, batch }),
  },
  {
    'DESIGN, lists: the dialog that was opened last is in front, until it is closed': always(
      ({ happened, screen }, before) => {
        if (happened === 'a dialog opens') return same(screen.dialog, dialogs.rename)
        if (happened === 'another dialog opens' || happened === 'another screen asks for a dialog')
          return same(screen.dialog, dialogs.share)
        return same(screen.dialog, happened === 'the dialog closes' ? null : before.screen.dialog)
      },
    ),
    'DESIGN, lists: what other screens ask for is heard as long as the list stands': always(
      (step) => step.waits('askedListener') === 1,
    ),
    'DESIGN, lists: the row that was looked at last stays below, until it is left': always(
      ({ happened, screen }, before) => {
        if (happened === 'a row is looked at') return screen.looked === 1
        if (happened === 'another row is looked at') return screen.looked === 2
        return screen.looked === (happened === 'the row is left' ? null : before.screen.looked)
      },
    ),
    'DESIGN, lists: one thing at a time is done to rows, the one that was chosen last': always(
      ({ happened, screen }, before) => {
        if (happened === 'something is done to rows') return screen.batch === 'restart'
        if (happened === 'something else is done to rows') return screen.batch === 'delete'
        return screen.batch === (happened === 'it is settled' ? null : before.screen.batch)
      },
    ),
  },
)
