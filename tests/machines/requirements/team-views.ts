import type { TeamView } from '../../../src/api/shared-views.ts'
import type { OwnChange } from '../../../src/machines/lists/saved-views.ts'
import { teamViewsMachine } from '../../../src/machines/lists/team-views.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const view = (id: number, name: string, owner_id: number): TeamView => ({
  id,
  name,
  owner_id,
  list: 'devices',
  query: '',
  owner_name: '',
  may_remove: true,
})
const shared = [view(1, 'mine', 5), view(2, 'theirs', 7)]
const done = {
  'my shared view is saved anew': { type: 'kept', name: 'mine', search: 'a=b' },
  'my shared view is renamed': { type: 'renamed', before: 'mine', name: 'ours', search: 'a=b' },
  'my shared view is deleted': { type: 'deleted', name: 'mine' },
  'my view of the name of theirs is deleted': { type: 'deleted', name: 'theirs' },
} satisfies Record<string, OwnChange>
/** What waits to be told to the server. */
const wanted: Record<string, unknown> = {
  ...done,
  'another view of mine is shared': { type: 'share', name: 'new', search: 'c=d' },
  'theirs is shared no more': { type: 'unshare', id: 2 },
}
/** It has nothing to hear of this one. */
const isOfNobody = (change: unknown) => same(change, done['my view of the name of theirs is deleted'])
const never = () => Promise.reject(new Error('the paths answer'))

export default specification(
  {
    machine: teamViewsMachine,
    input: {
      me: 5,
      sharing: { ask: never, share: never, unshare: never },
      hear: () => () => undefined,
    },
    happenings: {
      'the server has two': (play) => play.answer('ask', shared),
      'the server does not say': (play) => play.fail('ask'),
      'the server does it': (play) => play.answer('change', undefined),
      'the server refuses it': (play) => play.fail('change'),
      'it is asked again': (play) => play.send({ type: 'RETRY' }),
      'another view of mine is shared': (play) => play.send({ type: 'SHARE', view: { name: 'new', search: 'c=d' } }),
      'theirs is shared no more': (play) => play.send({ type: 'UNSHARE', id: 2 }),
      'my shared view is saved anew': (play) => play.report('own changes', done['my shared view is saved anew']),
      'my shared view is renamed': (play) => play.report('own changes', done['my shared view is renamed']),
      'my shared view is deleted': (play) => play.report('own changes', done['my shared view is deleted']),
      'my view of the name of theirs is deleted': (play) =>
        play.report('own changes', done['my view of the name of theirs is deleted']),
    },
    // A walk may leave many changes, each of which is done and asked about.
    fair: Array.from({ length: 4 }, () => ['the server does it', 'the server has two']).flat(),
    screen: (snapshot) => ({
      views: snapshot.context.views,
      waiting: snapshot.context.changes as readonly unknown[],
      isFailed: snapshot.matches('failed'),
    }),
    keep: ({ value, context }) => [value, context.views.length, context.changes.slice(0, 2)],
  },
  {
    'what the user does with its own views is heard all the time': always((step) => step.waits('own changes') === 1),
    'the server is asked or told one thing at a time, unless all is known or nothing can be': always((step) => {
      const { waiting, isFailed } = step.screen
      const busy = step.waits('ask') + step.waits('change')
      return busy <= 1 && (busy === 1 || waiting.length === 0) && (!isFailed || busy === 0)
    }),
    'it is asked at once, where it is wanted again, and after each change': always((step, before) => {
      const { happened } = step
      const isOver = happened === 'the server refuses it' || happened === 'the server does it'
      const isWanted = before.screen.isFailed && (happened === 'it is asked again' || happened in wanted)
      return step.calls('ask').length === (step === before || isOver || isWanted ? 1 : 0)
    }),
    'it is told of each change, in their order': always((step, before) => {
      const asked = step.calls('change').map((one) => (one as { changes: readonly unknown[] }).changes[0])
      const isFree = before.waits('ask') + before.waits('change') === 0 && !before.screen.isFailed
      const isNext = isFree || step.happened === 'the server has two'
      return step === before || same(asked, isNext ? step.screen.waiting.slice(0, 1) : [])
    }),
    'each change waits for its turn, and none where its view is not shared by then': always((step, before) => {
      const { happened, screen } = step
      const { waiting } = before.screen
      const change = wanted[happened]
      if (['the server refuses it', 'the server does not say'].includes(happened)) return screen.waiting.length === 0
      if (happened === 'the server does it') return same(screen.waiting, waiting.slice(1))
      if (happened === 'the server has two') {
        const next = waiting.findIndex((one) => !isOfNobody(one))
        return same(screen.waiting, next < 0 ? [] : waiting.slice(next))
      }
      const isKnown = before.waits('ask') + before.waits('change') === 0 && !before.screen.isFailed
      const isTold = happened === 'theirs is shared no more' && waiting.some((one) => same(one, change))
      const isIdle = change === undefined || isTold || (isKnown && isOfNobody(change))
      return same(screen.waiting, isIdle ? waiting : [...waiting, change])
    }),
    'what was known stays until the server says otherwise': always(({ happened, screen }, before) =>
      same(screen.views, happened === 'the server has two' ? shared : before.screen.views),
    ),
    'that they could not be asked for is to be seen until they are asked for again': always(
      ({ happened, screen }, before) => {
        if (happened === 'the server does not say') return screen.isFailed
        const isAsked = happened === 'it is asked again' || happened in wanted
        return screen.isFailed === (before.screen.isFailed && !isAsked)
      },
    ),
    'all that was wanted comes to be told': when(
      'another view of mine is shared',
      eventually(({ screen }) => screen.waiting.length === 0),
    ),
  },
)
