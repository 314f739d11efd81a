import { browserStorage, firstStepsMachine } from '../../../src/machines/dashboard/first-steps.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always } from '../../support/requirements/sentences.ts'

const place = 'phonedeck.first-steps.7'

/** Where nothing is kept, they are gone until the page is left. */
const closed = { read: () => false, write: () => undefined }

export default (['new', 'waved away before', 'keeping nothing'] as const).map((browser) =>
  specification(
    {
      machine: firstStepsMachine,
      input: () => {
        if (browser === 'waved away before') localStorage.setItem(place, 'dismissed')
        return { storage: browser === 'keeping nothing' ? closed : browserStorage(7) }
      },
      happenings: { 'the operator waves them away': (play) => play.send({ type: 'DISMISS' }) },
      screen: (snapshot) => ({ isShown: snapshot.matches('offered'), kept: stored(place) }),
    },
    {
      'DESIGN, first use: what was waved away before is not offered again': always(
        ({ happened, screen }) => happened !== 'at first' || screen.isShown === (browser !== 'waved away before'),
      ),
      'DESIGN, first use: what is waved away is gone at once, and stays so; nothing else is': always(
        ({ screen }) => browser === 'keeping nothing' || screen.isShown === (screen.kept !== 'dismissed'),
      ),
      'DESIGN, first use: the operator alone waves them away': always(
        ({ happened, screen }, before) =>
          screen.isShown === (happened === 'the operator waves them away' ? false : before.screen.isShown),
      ),
    },
  ),
)
