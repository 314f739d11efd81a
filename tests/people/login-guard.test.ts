import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoginGuard } from '../../server/people/login-guard.ts'

// All of it happens in the same moment: waits do not end meanwhile.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const failing = () => Promise.resolve(false)

/** Somebody whom nobody has heard of, from a network of its own. */
const madeUp = (index: number) => ({
  userName: `made-up-${index}`,
  ip: `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
  device: undefined,
})

/** More keys than are remembered. */
async function flood(guard: LoginGuard, from: number, count: number): Promise<void> {
  for (let index = from; index < from + count; index += 1) await guard.judged(madeUp(index), failing)
}

/** Uses up the failures that are free. */
async function close(guard: LoginGuard, userName: string): Promise<void> {
  const guesser = { userName, ip: '203.0.113.1', device: undefined }
  for (let failure = 0; failure < 10; failure += 1) expect(await guard.judged(guesser, failing)).toBe(false)
}

const isClosed = async (guard: LoginGuard, userName: string): Promise<boolean> =>
  (await guard.judged({ userName, ip: '203.0.113.1', device: undefined }, () => Promise.resolve(true))) === undefined

test('somebody who makes up users frees none who failed of late, and those are forgotten who failed long ago', async () => {
  const guard = new LoginGuard()
  await close(guard, 'long ago')
  await flood(guard, 0, 40_000)
  await close(guard, 'of late')
  await flood(guard, 40_000, 20_000)
  expect(await isClosed(guard, 'of late')).toBe(true)
  expect(await isClosed(guard, 'long ago')).toBe(false)
})

test('nor does it have a try judged that waits for those before it', async () => {
  const guard = new LoginGuard()
  const guesser = { userName: 'rushed', ip: '203.0.113.2', device: undefined }
  const { promise: judgement, resolve: judge } = Promise.withResolvers<boolean>()
  const tries = Array.from({ length: 10 }, () => guard.judged(guesser, () => judgement))
  await flood(guard, 0, 60_000)
  let wasJudged = false
  const eleventh = guard.judged(guesser, async () => {
    wasJudged = true
    return true
  })
  await flood(guard, 60_000, 1)
  expect(wasJudged).toBe(false)
  judge(false)
  expect(await Promise.all(tries)).toEqual(Array.from({ length: 10 }, () => false))
  expect(await eleventh).toBeUndefined()
})
