import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { phoneAppsMachine } from '../../../src/machines/remote/phone-apps.ts'
import type { PhoneApp } from '../../../src/api/devices.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const input = { deviceId: 7, hearInstalled: () => () => undefined }
const shop: PhoneApp = { package: 'com.example.shop', label: null, version: '1', installed: true }

/** The apps of a phone that the test plays. */
function perform() {
  const asked = answeredByHand<readonly PhoneApp[]>()
  const acted = answeredByHand<void>()
  const machine = phoneAppsMachine.provide({
    actors: { apps: fromPromise(() => asked.call()), act: fromPromise(() => acted.call()) },
  })
  const actor = createActor(machine, { input }).start()
  return { actor, asked, acted }
}

const act = (action: 'launch' | 'stop') => ({ type: 'act', action, package: shop.package }) as const

const uninstall = { type: 'uninstall', package: shop.package } as const

describe('the apps on a phone', () => {
  test('stay in sight while they are asked for anew, as after one was removed', async () => {
    const { actor, asked, acted } = perform()
    await asked.answer([shop])
    actor.send(uninstall)
    actor.send({ type: 'confirm' })
    await acted.answer()
    expect(asked.calls).toBe(2)
    expect(actor.getSnapshot().context.apps).toEqual([shop])
    await asked.answer([])
    expect(actor.getSnapshot().context.apps).toEqual([])
  })

  test('are removed once the operator means it, and by nothing else', async () => {
    const { actor, asked, acted } = perform()
    await asked.answer([shop])
    actor.send(uninstall)
    actor.send({ type: 'cancel' })
    actor.send({ type: 'confirm' })
    expect(acted.calls).toBe(0)
    actor.send(uninstall)
    actor.send({ type: 'confirm' })
    expect(acted.calls).toBe(1)
    expect(actor.getSnapshot().context.act).toEqual({ action: 'uninstall', package: shop.package })
  })

  test('are asked for anew once one was installed, and neither a search nor a question is lost by it', async () => {
    const { actor, asked } = perform()
    await asked.answer([shop])
    actor.send({ type: 'search', text: 'shop' })
    actor.send(uninstall)
    actor.send({ type: 'refresh' })
    expect(actor.getSnapshot().matches('asking')).toBe(true)
    expect(asked.calls).toBe(1)
    actor.send({ type: 'cancel' })
    expect(asked.calls).toBe(2)
    expect(actor.getSnapshot().context).toMatchObject({ search: 'shop', apps: [shop] })
  })

  test('are not asked for anew because one was opened', async () => {
    const { actor, asked, acted } = perform()
    await asked.answer([shop])
    actor.send(act('launch'))
    await acted.answer()
    expect(asked.calls).toBe(1)
  })

  test('are at one thing at a time, and what failed is told until the next', async () => {
    const { actor, asked, acted } = perform()
    await asked.answer([shop])
    actor.send(act('stop'))
    actor.send(act('launch'))
    expect(acted.calls).toBe(1)
    await acted.fail(new Error('设备离线'))
    expect(actor.getSnapshot().context).toMatchObject({ act: { action: 'stop' }, failure: '设备离线' })
    actor.send(act('launch'))
    expect(actor.getSnapshot().context.failure).toBe('')
  })
})
