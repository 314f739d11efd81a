import { createActor, waitFor } from 'xstate'
import { describe, expect, test } from 'vitest'
import { codes } from '../../../domain/codes.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { deviceCheckMachine, type AskPhone } from '../../../src/machines/devices/device-check.ts'

const session = (device_id: number) => ({
  device_id,
  status: 'idle' as const,
  controller: null,
  controlled_since: null,
  may_take_over: false,
  observers: 0,
})

/** A check whose phones answer when the test says so. */
function stage(ids: number[]) {
  const asked = new Map<number, PromiseWithResolvers<ReturnType<typeof session>> & { signal: AbortSignal }>()
  const ask: AskPhone = (id, signal) => {
    const answer = Promise.withResolvers<ReturnType<typeof session>>()
    asked.set(id, { ...answer, signal })
    return answer.promise
  }
  const check = createActor(deviceCheckMachine, { input: { ids, ask } }).start()
  return { asked, check, results: () => check.getSnapshot().context.results }
}

describe('checking phones', () => {
  test('asks a few at a time, and the next when one has answered', async () => {
    const { asked, check } = stage([1, 2, 3, 4, 5, 6])
    expect([...asked.keys()]).toEqual([1, 2, 3, 4])
    asked.get(3)?.resolve(session(3))
    await waitFor(check, ({ context }) => context.results.length === 1)
    await Promise.resolve()
    expect([...asked.keys()]).toEqual([1, 2, 3, 4, 5])
  })

  test('keeps what each came to, in the order of the answers, and ends with the last', async () => {
    const { asked, check, results } = stage([1, 2, 3])
    asked.get(2)?.resolve(session(2))
    asked.get(1)?.reject(new ApiError(codes.notFound, 'no such phone'))
    asked.get(3)?.reject(new TypeError('the line is dead'))
    await waitFor(check, (snapshot) => snapshot.status === 'done')
    expect(check.getSnapshot().value).toBe('finished')
    expect(results()).toHaveLength(3)
    expect(results()).toEqual(
      expect.arrayContaining([
        { id: 2, ok: true, session: session(2) },
        { id: 1, ok: false, code: codes.notFound, message: 'no such phone' },
        { id: 3, ok: false, code: codes.serverError, message: 'the line is dead' },
      ]),
    )
  })

  test('stops when told to: calls are given up, and what is there stays', async () => {
    const { asked, check, results } = stage([1, 2, 3, 4, 5, 6])
    asked.get(1)?.resolve(session(1))
    await waitFor(check, ({ context }) => context.results.length === 1)
    check.send({ type: 'STOP' })
    expect(asked.get(2)?.signal.aborted).toBe(true)
    asked.get(2)?.resolve(session(2))
    await Promise.resolve()
    expect(results()).toEqual([{ id: 1, ok: true, session: session(1) }])
    expect(check.getSnapshot().value).toBe('stopped')
    expect(asked.has(6)).toBe(false)
  })

  test('ends at once where there is nobody to ask', async () => {
    const { check } = stage([])
    await waitFor(check, (snapshot) => snapshot.status === 'done')
    expect(check.getSnapshot().value).toBe('finished')
  })
})
