import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, TransportError } from '../../../src/api/errors.ts'
import type { JobDetail } from '../../../src/api/jobs.ts'
import { endOf } from '../../../src/api/one-phone-job.ts'
import { speakOf } from '../../../src/i18n/i18n.ts'

await speakOf('signed in')
await speakOf('remote')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Of a job, what is looked at. */
const job = (ended_at: number | null) => ({ job: { ended_at } }) as JobDetail
const runs = () => Promise.resolve(job(null))
const ends = () => Promise.resolve(job(7))
const noNetwork = () => Promise.reject(new TransportError('网络连接失败'))

/** Looks at a job that answers so, one after the other, the last for good. */
function watch(...answers: (() => Promise<JobDetail>)[]) {
  const looks: number[] = []
  const left = new AbortController()
  const start = Date.now()
  const ended = endOf(() => {
    looks.push(Date.now() - start)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer === undefined ? noNetwork() : answer()
  }, left.signal)
  const outcome = ended.then(
    ({ job: { ended_at } }) => `ended at ${ended_at}`,
    (failure: Error) => failure.message,
  )
  return { looks, left, outcome }
}

describe('a job of one phone', () => {
  test.each([
    ['the network', noNetwork],
    ['a proxy', () => Promise.reject(new ApiError(50000, 'Error'))],
    ['the database', () => Promise.reject(new ApiError(50300, '数据库暂时不可用'))],
  ])('goes on while %s is away for a moment', async (_what, fails) => {
    const { outcome } = watch(runs, fails, fails, fails, runs, fails, ends)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toBe('ended at 7')
  })

  test('of which nothing is heard for a minute has an outcome that is not known, and is asked for no more', async () => {
    const { looks, outcome } = watch(runs, noNetwork)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await outcome).toBe('没有收到结果，操作仍在继续：请先在设备上确认，再决定是否重试')
    expect(looks.length).toBeLessThan(12)
    expect(looks.at(-1)).toBeLessThan(60_000)
  })

  test('that may not be looked at is told so at once', async () => {
    const { looks, outcome } = watch(runs, () => Promise.reject(new ApiError(40400, '任务不存在')))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toBe('任务不存在')
    expect(looks).toHaveLength(2)
  })

  test('that takes long is looked at less often, and ends in sight all the same', async () => {
    const { looks } = watch(runs)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(looks[1]).toBeLessThanOrEqual(500)
    expect(looks.length).toBeLessThan(150)
    expect(looks.length).toBeGreaterThan(100)
  })

  test('is looked at no more once its screen is left', async () => {
    const { looks, left, outcome } = watch(runs)
    await vi.advanceTimersByTimeAsync(1_000)
    const before = looks.length
    left.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(looks).toHaveLength(before)
    expect(await outcome).toContain('abort')
  })
})
