import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { confirmedNotice, maintenanceNoticeMachine } from '../../../src/machines/messages/maintenance-notice.ts'
import type { MaintenanceNotice } from '../../../src/api/messages.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const tonight: MaintenanceNotice = { content: '今晚 02:00 维护', updated_at: 1_000 }
const tomorrow: MaintenanceNotice = { content: '明晚 02:00 维护', updated_at: 2_000 }
const none: MaintenanceNotice = { content: '', updated_at: null }

let stored = new Map<string, string>()
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const userId = 7

/** A notice whose server is the test. */
function perform(confirmed: string | null = null) {
  const server = answeredByHand<MaintenanceNotice>()
  const machine = maintenanceNoticeMachine.provide({
    actors: { 'fetch the notice': fromPromise(() => server.call()) },
  })
  const actor = createActor(machine, { input: { userId, confirmed } }).start()
  return {
    actor,
    server,
    /** Goes to a screen, and the server answers. */
    visit: (answer: MaintenanceNotice) => {
      actor.send({ type: 'navigated' })
      return server.answer(answer)
    },
    shown: () => actor.getSnapshot().matches({ notice: 'shown' }),
  }
}

describe('the maintenance notice', () => {
  test('is asked for at each navigation', async () => {
    const { visit, server } = perform()
    await visit(tonight)
    await visit(tonight)
    await visit(none)
    expect(server.calls).toBe(3)
  })

  test('is shown until it is confirmed, and then skipped', async () => {
    const { actor, visit, shown } = perform()
    await visit(tonight)
    expect(shown()).toBe(true)
    actor.send({ type: 'confirm' })
    expect(shown()).toBe(false)
    await visit(tonight)
    expect(shown()).toBe(false)
  })

  test('that was confirmed before the page was loaded is skipped', async () => {
    const first = perform()
    await first.visit(tonight)
    first.actor.send({ type: 'confirm' })
    const second = perform(confirmedNotice(userId))
    await second.visit(tonight)
    expect(second.shown()).toBe(false)
  })

  test('that was confirmed by one user of a browser is shown to the next', async () => {
    const first = perform()
    await first.visit(tonight)
    first.actor.send({ type: 'confirm' })
    const next = perform(confirmedNotice(userId + 1))
    await next.visit(tonight)
    expect(next.shown()).toBe(true)
  })

  test('that is written after the confirmed one is shown', async () => {
    const { actor, visit, shown } = perform()
    await visit(tonight)
    actor.send({ type: 'confirm' })
    await visit(tomorrow)
    expect(shown()).toBe(true)
  })

  test('that is pushed is shown at once, and what was being asked for meanwhile is older', async () => {
    const { actor, server, shown } = perform()
    actor.send({ type: 'navigated' })
    actor.send({ type: 'written', notice: tonight })
    expect(shown()).toBe(true)
    await server.answer(none)
    expect(shown()).toBe(true)
    actor.send({ type: 'written', notice: none })
    expect(shown()).toBe(false)
  })

  test('that was confirmed is skipped when it is pushed, too', async () => {
    const { actor, visit, shown } = perform()
    await visit(tonight)
    actor.send({ type: 'confirm' })
    actor.send({ type: 'written', notice: tonight })
    expect(shown()).toBe(false)
  })

  test('that was taken back disappears', async () => {
    const { visit, shown } = perform()
    await visit(tonight)
    await visit(none)
    expect(shown()).toBe(false)
  })

  test('stays while the next one is being asked for, and when the server does not answer', async () => {
    const { actor, visit, server, shown } = perform()
    await visit(tonight)
    actor.send({ type: 'navigated' })
    expect(shown()).toBe(true)
    await server.fail(new Error('no'))
    expect(shown()).toBe(true)
  })

  test('a double click on 知道了 confirms once', async () => {
    const { actor, visit, shown } = perform()
    await visit(tonight)
    actor.send({ type: 'confirm' })
    actor.send({ type: 'confirm' })
    expect(shown()).toBe(false)
    expect(confirmedNotice(userId)).toBe('1000')
  })
})
