import { savedViewsMachine, type SavedView } from '../../../src/machines/lists/saved-views.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, now, same, when } from '../../support/requirements/sentences.ts'

const view = (name: string, opens = false): SavedView => ({ name, search: 'sort=id', opens })
const kept = [view('old', true)]
let written: readonly SavedView[] = kept
/** What another tab has done to what is kept; that it is told of it is another thing. */
const elsewhere = {
  'another tab keeps one': (views: readonly SavedView[]) => [
    ...views.filter(({ name }) => name !== 'theirs'),
    view('theirs'),
  ],
  'another tab deletes the old one': (views: readonly SavedView[]) => views.filter(({ name }) => name !== 'old'),
}
const isElsewhere = (happened: string): boolean => happened in elsewhere

export default specification(
  {
    machine: savedViewsMachine,
    input: (play) => {
      written = kept
      return {
        storage: { read: () => written, write: (views) => (written = views), hear: () => () => undefined },
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
      ...Object.fromEntries(
        Object.entries(elsewhere).map(([happened, does]) => [
          happened,
          () => {
            written = does(written)
            return true
          },
        ]),
      ),
      'it is told of it': (play) => play.report('other tabs', { type: 'changed elsewhere' }),
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
    'DESIGN, lists: other tabs are heard all the time': always((step) => step.waits('other tabs') === 1),
    'DESIGN, lists: what is kept is what is shown, of another tab’s doing once it is told': always(
      ({ happened, screen }, before) => {
        if (isElsewhere(happened)) return same(screen.views, before.screen.views)
        const isUnheard = same(screen.views, before.screen.views) && same(screen.written, before.screen.written)
        return same(screen.views, screen.written) || (isUnheard && happened !== 'it is told of it')
      },
    ),
    'DESIGN, lists: a view is asked its name before it is kept or renamed, and only then': always(
      ({ happened, screen }, before) => {
        if (happened === 'at first') return screen.wants === ''
        const { wants, views } = before.screen
        const asked = {
          'the view is to be kept': 'a name',
          'the old one is to be renamed': 'old',
          'the new one is to be renamed': 'new',
        }
        const wanted = asked[happened as keyof typeof asked]
        if (wanted !== undefined)
          return screen.wants === (wanted === 'a name' || views.some(({ name }) => name === wanted) ? wanted : '')
        if (wants === '') return screen.wants === ''
        const isGone = wants !== 'a name' && !screen.views.some(({ name }) => name === wants)
        const isOver = happened === 'it is called new' || happened === 'the operator thinks better of it' || isGone
        return screen.wants === (isOver ? '' : wants)
      },
    ),
    'DESIGN, lists: views can be chosen from while no name is asked': always(
      ({ screen }) => screen.isListed === (screen.wants === ''),
    ),
    'DESIGN, lists: a view that is named is kept, one of the same name makes room for it': when(
      ({ happened }, before) => happened === 'it is called new' && before.screen.wants !== '',
      now(({ screen: { views } }, { screen: { wants, written: before } }) => {
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
          ? same(views, before) // Another tab has deleted it.
          : views.filter(({ name }) => name === 'new').length === 1 &&
              same(
                views.filter(({ name }) => name !== 'new'),
                others.filter(({ name }) => name !== wants),
              )
      }),
    ),
    'DESIGN, lists: views change by their name, deletion and choice alone, one of them at most opens the list': always(
      ({ happened, screen }, before) => {
        const { views, written: found } = before.screen
        const isOpenWith = happened === 'the list is to open with the new one'
        if (happened === 'the old one is deleted')
          return same(
            screen.views,
            found.filter(({ name }) => name !== 'old'),
          )
        if (isOpenWith)
          return same(
            screen.views,
            found.map((one) => ({ ...one, opens: one.name === 'new' && !one.opens })),
          )
        if (happened === 'it is told of it') return same(screen.views, found)
        return happened === 'it is called new' || same(screen.views, views)
      },
    ),
    'DESIGN, lists: what was done to a view is told, so that one that the team sees follows it': always(
      (step, before) => {
        const { happened, news } = step
        const { wants } = before.screen
        const isNamed = happened === 'it is called new' && step !== before && wants !== ''
        if (isNamed) return same(news, [wants === 'a name' ? 'kept' : 'renamed'])
        return same(news, happened === 'the old one is deleted' ? ['deleted'] : [])
      },
    ),
  },
)
