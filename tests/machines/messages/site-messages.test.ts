import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  dismissedMessage,
  firstPageSize,
  pageSizes,
  siteMessagesMachine,
} from '../../../src/machines/messages/site-messages.ts'
import type { MessagePage, SiteMessage } from '../../../src/api/messages.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const message = (id: number, confirm = false): SiteMessage => ({
  id,
  msg_text: `message ${id}`,
  created_at: 1_700_000_000_000 + id,
  confirm,
})
const allRead: MessagePage = { items: [message(1, true)], total: 1, unread: 0, newest: undefined }
const oneUnread: MessagePage = { items: [message(2), message(1, true)], total: 2, unread: 1, newest: message(2) }
const anotherUnread: MessagePage = { items: [message(4), message(2)], total: 3, unread: 2, newest: message(4) }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Site messages whose server is the test, of a user. */
function perform(userId = 5) {
  const clock = new SimulatedClock()
  const list = answeredByHand<MessagePage>()
  const reading = answeredByHand<SiteMessage>()
  const pages: { skip: number; limit: number }[] = []
  const read: number[] = []
  const machine = siteMessagesMachine.provide({
    actors: {
      'load the list': fromPromise<MessagePage, { skip: number; limit: number }>(({ input }) => {
        pages.push(input)
        return list.call()
      }),
      'load the message': fromPromise<SiteMessage, { id: number }>(({ input }) => {
        read.push(input.id)
        return reading.call()
      }),
    },
  })
  const input = { userId, heardUpTo: dismissedMessage(userId) }
  const actor = createActor(machine, { input, clock }).start()
  return {
    actor,
    clock,
    list,
    reading,
    pages,
    read,
    context: () => actor.getSnapshot().context,
    announced: () =>
      actor.getSnapshot().matches({ news: 'announced' }) ? actor.getSnapshot().context.announced : null,
    dialog: () => actor.getSnapshot().value.dialog,
  }
}

async function loaded(page: MessagePage, userId?: number) {
  const play = perform(userId)
  await play.list.answer(page)
  return play
}

describe('the site messages', () => {
  test('are asked for five at a time at first; the pagination offers pages of 100 to 400', async () => {
    const { actor, pages, list } = await loaded(allRead)
    actor.send({ type: 'turn to', skip: 5, limit: firstPageSize })
    await list.answer(allRead)
    actor.send({ type: 'turn to', skip: 0, limit: 400 })
    expect(pages).toEqual([
      { skip: 0, limit: 5 },
      { skip: 5, limit: 5 },
      { skip: 0, limit: 400 },
    ])
    expect(pageSizes).toEqual([100, 200, 300, 400])
  })

  test('at sign-in only the newest of the unread is announced', async () => {
    const { announced } = await loaded({ ...oneUnread, unread: 7 })
    expect(announced()).toEqual(message(2))
  })

  test('at sign-in nothing is announced where all is read', async () => {
    const { announced } = await loaded(allRead)
    expect(announced()).toBeNull()
  })

  test('one that arrives is announced at once, and the list asked for again', async () => {
    const { actor, announced, list } = await loaded(allRead)
    actor.send({ type: 'arrived', message: message(3) })
    expect(announced()).toEqual(message(3))
    expect(list.calls).toBe(2)
  })

  test('a thousand that arrive while the list is on its way ask for it once more', async () => {
    const { actor, announced, list } = perform()
    for (let id = 1; id <= 1_000; id += 1) actor.send({ type: 'arrived', message: message(id) })
    await list.answer(allRead)
    expect(list.calls).toBe(2)
    await list.answer({ items: [message(1_000)], total: 1_000, unread: 1_000, newest: message(1_000) })
    expect(list.calls).toBe(2)
    expect(announced()?.id).toBe(1_000)
  })

  test('what was missed while the socket was away is announced when it is back', async () => {
    const { actor, list, announced } = await loaded(allRead)
    actor.send({ type: 'refresh' })
    await list.answer(oneUnread)
    expect(announced()).toEqual(message(2))
  })

  test('one that was waved away stays unread and is not announced again', async () => {
    const { actor, list, announced, context } = await loaded(oneUnread)
    actor.send({ type: 'dismiss' })
    actor.send({ type: 'refresh' })
    await list.answer(oneUnread)
    expect(announced()).toBeNull()
    expect(context().page?.unread).toBe(1)
  })

  test('one that was waved away is not announced at the next sign-in of the same user; a newer one is', async () => {
    const { actor } = await loaded(oneUnread)
    actor.send({ type: 'dismiss' })
    expect((await loaded(oneUnread)).announced()).toBeNull()
    expect((await loaded(oneUnread, 6)).announced()).toEqual(message(2))
    expect((await loaded(anotherUnread)).announced()).toEqual(message(4))
  })

  test('an announcement leaves after eight seconds, which begin anew with the next, and is back at the next sign-in', async () => {
    const { actor, clock, announced, context } = await loaded(oneUnread)
    clock.increment(7_999)
    expect(announced()).toEqual(message(2))
    actor.send({ type: 'arrived', message: message(4) })
    clock.increment(7_999)
    expect(announced()).toEqual(message(4))
    clock.increment(1)
    expect(announced()).toBeNull()
    expect(context().page?.unread).toBe(1)
    expect((await loaded(anotherUnread)).announced()).toEqual(message(4))
  })

  test('clicking the announcement opens the dialog and loads the message, which confirms it', async () => {
    const { actor, reading, read, announced, dialog, context } = await loaded(oneUnread)
    actor.send({ type: 'open', id: 2 })
    expect(announced()).toBeNull()
    expect(dialog()).toBe('loading')
    expect(read).toEqual([2])
    await reading.answer(message(2, true))
    expect(dialog()).toBe('shown')
    expect(context().opened).toEqual(message(2, true))
    expect(context().page?.items[0]?.confirm).toBe(true)
  })

  test('已读 closes the dialog; a double click on it does no more than that', async () => {
    const { actor, reading, dialog, read } = await loaded(oneUnread)
    actor.send({ type: 'open', id: 2 })
    await reading.answer(message(2, true))
    actor.send({ type: 'close' })
    actor.send({ type: 'close' })
    expect(dialog()).toBe('closed')
    expect(read).toEqual([2])
  })

  test('a message that could not be loaded says why, stays unread, and can be tried again', async () => {
    const { actor, reading, dialog, context, read } = await loaded(oneUnread)
    actor.send({ type: 'open', id: 2 })
    await reading.fail(new Error('offline'))
    expect(dialog()).toBe('failed')
    expect(context().messageFailure).toBe('offline')
    expect(context().page?.items[0]?.confirm).toBe(false)
    actor.send({ type: 'retry' })
    await reading.answer(message(2, true))
    expect(dialog()).toBe('shown')
    expect(read).toEqual([2, 2])
  })

  test('another one that is opened meanwhile is the one that is shown', async () => {
    const { actor, reading, context } = await loaded(oneUnread)
    actor.send({ type: 'open', id: 2 })
    actor.send({ type: 'open', id: 1 })
    await reading.answer(message(1, true))
    expect(context().opened?.id).toBe(1)
  })

  test('one that was read in another tab is announced no more', async () => {
    const { actor, announced, list } = await loaded(oneUnread)
    actor.send({ type: 'was read', id: 1 })
    expect(announced()).toEqual(message(2))
    actor.send({ type: 'was read', id: 2 })
    expect(announced()).toBeNull()
    await list.answer(allRead)
  })

  test('a list that could not be loaded keeps the old one, says why, and can be asked for again', async () => {
    const { actor, list, context } = await loaded(oneUnread)
    actor.send({ type: 'refresh' })
    await list.fail(new Error('offline'))
    expect(context()).toMatchObject({ page: oneUnread, listFailure: 'offline' })
    actor.send({ type: 'refresh' })
    await list.answer(allRead)
    expect(context()).toMatchObject({ page: allRead, listFailure: '' })
  })
})
