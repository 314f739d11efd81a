import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { consoleMachine } from '../../src/machines/shell/console.ts'
import { sessionMachine } from '../../src/machines/session/session.ts'
import type { SessionInfo } from '../../src/api/session-calls.ts'
import { sidebarMachine } from '../../src/machines/shell/sidebar.ts'
import { themeMachine } from '../../src/machines/shell/theme.ts'
import { settled } from '../support/chart-model.ts'
import { cookieJar } from '../machines/session/cookie-jar.ts'
import type { Language } from '../../texts/catalogue.ts'
import { languageMachine } from '../../src/machines/shell/language.ts'

beforeEach(() => {
  cookieJar()
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://console', hostname: 'console' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('innerWidth', 1_440)
})
afterEach(() => vi.unstubAllGlobals())

/** What the operator is told when the server answers so to who is signed in. */
async function alertsAfter(answer: () => Promise<SessionInfo | null | undefined>): Promise<string[] | undefined> {
  const machine = consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: { 'load the user': fromPromise<SessionInfo | null | undefined, { token: string }>(answer) },
      }),
      language: languageMachine.provide({
        actors: { 'fetch its texts': fromPromise<void, { language: Language }>(() => Promise.resolve()) },
        actions: { 'speak it': () => undefined },
      }),
      theme: themeMachine.provide({
        actors: { 'the system': fromCallback(() => undefined) },
        actions: { paint: () => undefined },
      }),
      sidebar: sidebarMachine.provide({ actors: { viewport: fromCallback(() => undefined) } }),
    },
  })
  const actor = createActor(machine, { clock: new SimulatedClock() }).start()
  actor.getSnapshot().children.session?.send({ type: 'navigate', token: 'mine' })
  await settled()
  const shown = actor.getSnapshot().children.notifications?.getSnapshot().context.shown
  actor.stop()
  return shown?.map(({ kind, text }) => `${kind}: ${text}`)
}

test('a session that can not be loaded, nobody says why, is told as Has Error', async () => {
  expect(await alertsAfter(() => Promise.reject(new Error('')))).toEqual(['error: Has Error'])
})

test('a session of which nothing comes back asks to sign in again', async () => {
  expect(await alertsAfter(() => Promise.resolve(null))).toEqual(['error: Verification failed, please Login again.'])
})
