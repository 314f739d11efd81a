import { siteMessagesMachine } from '../../../src/machines/messages/site-messages.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, now, same, when } from '../../support/requirements/sentences.ts'

const listing = 'load the list'
const opening = 'load the message'
const message = (id: number, confirm = false) => ({ id, msg_text: `message ${id}`, created_at: 1, confirm })
/** What the server has: two messages that nobody read, one, or none. */
const page = (...unread: number[]) => ({
  items: [1, 2].map((id) => message(id, !unread.includes(id))),
  total: 2,
  unread: unread.length,
  newest: unread.length > 0 ? message(Math.max(...unread)) : undefined,
})
const lists: Record<string, ReturnType<typeof page>> = {
  'the list comes, two unread': page(1, 2),
  'the list comes, one unread': page(1),
  'the list comes, all read': page(),
}
const looksAgain = new Set([
  'message three arrives',
  'the list is to be looked at again',
  'message two is read elsewhere',
  'message three is read elsewhere',
])

export default specification(
  {
    machine: siteMessagesMachine,
    input: { userId: 4, heardUpTo: 0 },
    happenings: {
      ...Object.fromEntries(Object.entries(lists).map(([name, page]) => [name, (play) => play.answer(listing, page)])),
      'the list can not be had': (play) => play.fail(listing, new Error('gone')),
      'message three arrives': (play) => play.send({ type: 'arrived', message: message(3) }),
      'the list is to be looked at again': (play) => play.send({ type: 'refresh' }),
      'message two is read elsewhere': (play) => play.send({ type: 'was read', id: 2 }),
      'message three is read elsewhere': (play) => play.send({ type: 'was read', id: 3 }),
      'the operator turns the page': (play) => play.send({ type: 'turn to', skip: 100, limit: 100 }),
      'the notification is waved away': (play) => play.send({ type: 'dismiss' }),
      'four seconds pass': (play) => play.wait(4_000),
      'message two is opened': (play) => play.send({ type: 'open', id: 2 }),
      'message three is opened': (play) => play.send({ type: 'open', id: 3 }),
      'the message comes': (play) => play.answer(opening, message(2, true)),
      'the message can not be had': (play) => play.fail(opening, new Error('no')),
      'the operator tries again': (play) => play.send({ type: 'retry' }),
      'the dialog is closed': (play) => play.send({ type: 'close' }),
    },
    fair: ['the list comes, all read'],
    keep: () => 'no more',
    screen: (snapshot) => ({
      items: snapshot.context.page?.items,
      skip: snapshot.context.skip,
      listFailure: snapshot.matches({ list: 'failed' }) ? snapshot.context.listFailure || 'no reason' : '',
      failure: snapshot.context.listFailure,
      announced: snapshot.context.announced?.id,
      dismissed: stored('dismissed-message.4'),
      isOpen: !snapshot.matches({ dialog: 'closed' }),
      isShown: snapshot.matches({ dialog: 'shown' }),
      opened: snapshot.context.opened,
      messageFailure: snapshot.matches({ dialog: 'failed' }) ? snapshot.context.messageFailure : '',
    }),
  },
  {
    'SPEC §7: the bell asks for five messages at first': always(
      (step, before) => step !== before || same(step.calls(listing), [{ skip: 0, limit: 5 }]),
    ),
    'SPEC §4: the list is asked for whenever it may have changed, once at a time, and once more for what came meanwhile':
      always((step, before) => {
        if (step === before) return true
        const { happened } = step
        const turned = happened === 'the operator turns the page'
        const outdated = before
          .since((one) => one.calls(listing).length > 0)
          .slice(1)
          .some((one) => looksAgain.has(one.happened) || one.happened === 'the message comes')
        const changed = (looksAgain.has(happened) || happened === 'the message comes') && before.waits(listing) === 0
        const again = happened in lists && outdated
        return step.calls(listing).length === (turned || changed || again ? 1 : 0) && step.waits(listing) <= 1
      }),
    'SPEC §2: the page that is turned to is the one that is asked for': always((step) => {
      const turned = step.past.some(({ happened }) => happened === 'the operator turns the page')
      return step
        .calls(listing)
        .every((input) => same(input, turned ? { skip: 100, limit: 100 } : { skip: 0, limit: 5 }))
    }),
    'SPEC §2: what the server answered is shown, and a failure says why': always(({ happened, screen }, before) => {
      const answer = lists[happened]
      if (answer) return same(screen.items, answer.items) && screen.listFailure === '' && screen.failure === ''
      if (happened === 'the list can not be had') return screen.listFailure === 'gone'
      return happened === 'the message comes' || same(screen.items, before.screen.items)
    }),
    'SPEC §8: a list that could not be had says so until it is asked for again': always((step) => {
      const last = step.past.findLast(
        (one) => one.calls(listing).length > 0 || one.happened === 'the list can not be had',
      )
      return (step.screen.listFailure === 'gone') === (last?.happened === 'the list can not be had')
    }),
    'SPEC §4: an unread message appears in the corner, each at most once by the list': always((step, before) => {
      const { happened, screen } = step
      if (happened === 'message three arrives') return screen.announced === 3
      const answer = lists[happened]
      if (answer === undefined) return screen.announced === undefined || screen.announced === before.screen.announced
      if (step.calls(listing).length > 0) return screen.announced === before.screen.announced
      const heard = Math.max(0, ...before.past.map((one) => one.screen.announced ?? 0))
      if (answer.newest !== undefined && answer.newest.id > heard) return screen.announced === answer.newest.id
      return screen.announced === (answer.unread === 0 ? undefined : before.screen.announced)
    }),
    'SPEC §4: it leaves the corner when it is opened, read, waved away, or after eight seconds, and not before': always(
      (step, before) => {
        const { happened, screen } = step
        const { announced } = before.screen
        if (announced === undefined || happened in lists || happened === 'message three arrives') return true
        const shown = step.since(
          (one) =>
            one.happened === 'message three arrives' ||
            (one.screen.announced !== undefined && one.screen.announced !== one.before.screen.announced),
        )
        const name = announced === 3 ? 'three' : announced === 2 ? 'two' : 'one'
        const leaves =
          happened === `message ${name} is opened` ||
          happened === `message ${name} is read elsewhere` ||
          happened === 'the notification is waved away' ||
          step.at - (shown[0]?.at ?? 0) >= 8_000
        // A look that announces the same one again begins its time anew; there is none of those here.
        return (screen.announced === undefined) === leaves
      },
    ),
    'a message that was waved away is remembered by this browser': always(
      ({ happened, screen }, before) =>
        screen.dismissed ===
        (happened === 'the notification is waved away' && before.screen.announced !== undefined
          ? String(before.screen.announced)
          : before.screen.dismissed),
    ),
    'SPEC §4: a message that is opened is loaded, once: to load it is to confirm it': always((step, before) => {
      const { happened } = step
      const opened = /^message (two|three) is opened$/.exec(happened)?.[1]
      const last = before.past.findLast((one) => one.happened.endsWith('is opened'))?.happened
      const retried = happened === 'the operator tries again' && before.screen.messageFailure !== ''
      const id = retried ? (last === 'message two is opened' ? 2 : 3) : opened === 'two' ? 2 : 3
      return same(step.calls(opening), opened !== undefined || retried ? [{ id }] : []) && step.waits(opening) <= 1
    }),
    'SPEC §2: the dialog is open from the opening of a message until it is closed': always(
      ({ happened, screen }, before) =>
        screen.isOpen ===
        (happened.endsWith('is opened') ||
          (happened !== 'the dialog is closed' && happened !== 'at first' && before.screen.isOpen)),
    ),
    'SPEC §2: it shows the message once it is there, and no other one meanwhile': always(
      ({ happened, screen }, before) => {
        if (happened === 'the message comes') return screen.isShown && same(screen.opened, message(2, true))
        if (happened.endsWith('is opened'))
          return !screen.isShown && screen.opened === undefined && screen.messageFailure === ''
        return screen.isShown === (happened !== 'the dialog is closed' && before.screen.isShown)
      },
    ),
    'SPEC §8: a message that could not be had says why': always((step) => {
      const last = step.past.findLast(
        (one) =>
          one.calls(opening).length > 0 ||
          one.happened === 'the message can not be had' ||
          one.happened === 'the dialog is closed',
      )
      return (step.screen.messageFailure === 'no') === (last?.happened === 'the message can not be had')
    }),
    'SPEC §2: a message that was read has no dot any more': when(
      'the message comes',
      now(({ screen }) => screen.items?.find(({ id }) => id === 2)?.confirm !== false),
    ),
    'SPEC §2: whatever arrives is looked up in the end, unless that fails': when(
      'message three arrives',
      eventually(({ happened }) => happened in lists || happened === 'the list can not be had'),
    ),
    'a closed dialog waits for nothing': always((step) => step.screen.isOpen || step.waits(opening) === 0),
  },
)
