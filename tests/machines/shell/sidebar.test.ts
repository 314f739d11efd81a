import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { narrowerThan, rememberedOpen, sidebarMachine } from '../../../src/machines/shell/sidebar.ts'
import { cookieJar } from '../session/cookie-jar.ts'

let cookies = new Map<string, string>()
beforeEach(() => {
  cookies = cookieJar()
})
afterEach(() => vi.unstubAllGlobals())

/** A sidebar whose window is the test's. */
function perform(input = { open: true, narrow: false }) {
  const machine = sidebarMachine.provide({ actors: { viewport: fromCallback(() => {}) } })
  return createActor(machine, { input }).start()
}

describe('the sidebar', () => {
  test('takes the viewing client for a desktop unless its window is narrow', () => {
    expect(perform().getSnapshot().matches('desktop')).toBe(true)
    expect(perform({ open: true, narrow: true }).getSnapshot().matches('mobile')).toBe(true)
    expect(narrowerThan).toBe(992)
  })

  test('is open unless a cookie says that it was closed', () => {
    expect(rememberedOpen()).toBe(true)
    cookies.set('sidebar', '1')
    expect(rememberedOpen()).toBe(true)
    cookies.set('sidebar', '0')
    expect(rememberedOpen()).toBe(false)
    cookies.set('sidebar', 'rubbish')
    expect(rememberedOpen()).toBe(true)
  })

  test('remembers 0 when it is closed and 1 when it is opened', () => {
    const sidebar = perform()
    sidebar.send({ type: 'toggle' })
    expect(cookies.get('sidebar')).toBe('0')
    sidebar.send({ type: 'toggle' })
    expect(cookies.get('sidebar')).toBe('1')
    sidebar.send({ type: 'close', animated: true })
    expect(cookies.get('sidebar')).toBe('0')
  })

  test('can be forced closed with or without animation', () => {
    const sidebar = perform()
    sidebar.send({ type: 'close', animated: false })
    expect(sidebar.getSnapshot().context.withoutAnimation).toBe(true)
    sidebar.send({ type: 'toggle' })
    sidebar.send({ type: 'close', animated: true })
    expect(sidebar.getSnapshot().context.withoutAnimation).toBe(false)
  })

  test('as a drawer it begins closed and closes on navigation; the cookie is not touched', () => {
    const sidebar = perform({ open: true, narrow: true })
    expect(sidebar.getSnapshot().value).toEqual({ mobile: 'closed' })
    sidebar.send({ type: 'toggle' })
    sidebar.send({ type: 'navigated' })
    expect(sidebar.getSnapshot().value).toEqual({ mobile: 'closed' })
    expect(cookies.has('sidebar')).toBe(false)
  })

  test('navigating in a wide window leaves it as it is', () => {
    const sidebar = perform()
    sidebar.send({ type: 'navigated' })
    expect(sidebar.getSnapshot().value).toEqual({ desktop: 'open' })
  })

  test('stands as it was when a narrow window becomes wide again', () => {
    const sidebar = perform()
    sidebar.send({ type: 'toggle' })
    sidebar.send({ type: 'narrowed' })
    sidebar.send({ type: 'toggle' })
    sidebar.send({ type: 'widened' })
    expect(sidebar.getSnapshot().value).toEqual({ desktop: 'collapsed' })
  })
})
