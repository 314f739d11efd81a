import { savedViewsMachine, type SavedView } from '../../../src/machines/lists/saved-views.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const view = (name: string, opens = false): SavedView => ({ name, search: 'sort=id', opens })
const kept = [view('old', true)]
let written: readonly SavedView[] = kept

export default specification(
  {
    machine: savedViewsMachine,
    input: (play) => {
      written = kept
      return {
        storage: { read: () => kept, write: (views) => (written = views) },
        search: '',
        apply: (search) => void play.notes.push(search),
      }
    },
    happenings: {
      'the view is to be kept': (play) => play.send({ type: 'SAVE' }),
      'the old one is to be renamed': (play) => play.send({ type: 'RENAME', name: 'old' }),
      'the new one is to be renamed': (play) => play.send({ type: 'RENAME', name: 'new' }),
      'it is called new': (play) => play.send({ type: 'NAME', name: ' new ', search: 'sort=id' }),
      'it is called nothing': (play) => play.send({ type: 'NAME', name: ' ', search: 'sort=id' }),
      'it is called too long': (play) => play.send({ type: 'NAME', name: 'x'.repeat(41), search: 'sort=id' }),
      'the operator thinks better of it': (play) => play.send({ type: 'CANCEL' }),
      'the old one is deleted': (play) => play.send({ type: 'DELETE', name: 'old' }),
      'the list is to open with the new one': (play) => play.send({ type: 'OPEN_WITH', name: 'new' }),
    },
    screen: (snapshot, play) => ({
      views: snapshot.context.views,
      wants: snapshot.matches('naming') ? 'a name' : snapshot.matches('renaming') ? snapshot.context.renamed : '',
      written,
      isListed: snapshot.matches('listed'),
      applied: [...play.notes],
    }),
  },
  {
    'DESIGN, lists: a list opens with the view that its user has chosen for it': always(({ screen }) =>
      same(screen.applied, ['sort=id']),
    ),
    'DESIGN, lists: what is kept is what is shown': always(({ screen }) => same(screen.views, screen.written)),
    'DESIGN, lists: a view is asked its name before it is kept or renamed, and only then': always(
      ({ happened, screen }, before) => {
        if (happened === 'at first') return screen.wants === ''
        if (before.screen.wants === '') {
          const asked = {
            'the view is to be kept': 'a name',
            'the old one is to be renamed': 'old',
            'the new one is to be renamed': 'new',
          }
          return screen.wants === (asked[happened as keyof typeof asked] ?? '')
        }
        return (
          screen.wants ===
          (happened === 'it is called new' || happened === 'the operator thinks better of it'
            ? ''
            : before.screen.wants)
        )
      },
    ),
    'DESIGN, lists: views can be chosen from while no name is asked': always(
      ({ screen }) => screen.isListed === (screen.wants === ''),
    ),
    'DESIGN, lists: a view that is named is kept, one of the same name makes room for it': when(
      ({ happened }, before) => happened === 'it is called new' && before.screen.wants !== '',
      now(({ screen: { views } }, { screen: { wants, views: before } }) => {
        const others = before.filter(({ name }) => name !== 'new')
        if (wants === 'a name')
          return (
            views.some(({ name }) => name === 'new') &&
            same(
              views.filter(({ name }) => name !== 'new'),
              others,
            )
          )
        const renamed = before.find(({ name }) => name === wants)
        return renamed === undefined
          ? !views.some(({ name }) => name === wants && name !== 'new')
          : views.filter(({ name }) => name === 'new').length === 1 &&
              (wants === 'new' || !views.some(({ name }) => name === wants))
      }),
    ),
    'DESIGN, lists: views change by their name, deletion and choice alone, one of them at most opens the list': always(
      ({ happened, screen }, before) => {
        const { views, wants } = before.screen
        const isOpenWith = happened === 'the list is to open with the new one' && wants === ''
        if (happened === 'the old one is deleted' && wants === '')
          return same(
            screen.views,
            views.filter(({ name }) => name !== 'old'),
          )
        if (isOpenWith)
          return same(
            screen.views,
            views.map((one) => ({ ...one, opens: one.name === 'new' && !one.opens })),
          )
        return happened === 'it is called new' || same(screen.views, views)
      },
    ),
    'DESIGN, lists: what was done to a view is told, so that one that the team sees follows it': always(
      (step, before) => {
        const { happened, news } = step
        const { wants } = before.screen
        const isNamed = happened === 'it is called new' && step !== before && wants !== ''
        if (isNamed) return same(news, [wants === 'a name' ? 'kept' : 'renamed'])
        return same(news, happened === 'the old one is deleted' && wants === '' ? ['deleted'] : [])
      },
    ),
  },
)
