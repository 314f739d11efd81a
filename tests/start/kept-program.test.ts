import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptProgram, type ProgramEnd } from '../../server/embedded/kept-program.mjs'

// The waits between two starts pass at once; the programs take their time.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

/** What happens next to a program, in the order in which it happens. */
class Course {
  readonly #past: (ProgramEnd | 'started')[] = []
  #arrived = Promise.withResolvers<void>()
  readonly program: KeptProgram

  constructor(script: string) {
    const spec = { command: process.execPath, args: ['-e', script], env: {}, cwd: '/' }
    this.program = new KeptProgram(spec, {
      onMessage: () => this.#happened('started'),
      onEnd: (end) => this.#happened(end),
    })
  }

  #happened(what: ProgramEnd | 'started'): void {
    this.#past.push(what)
    this.#arrived.resolve()
  }

  async next(): Promise<ProgramEnd | 'started'> {
    while (this.#past.length === 0) await this.#arrived.promise
    this.#arrived = Promise.withResolvers()
    return this.#past.shift() ?? 'started'
  }
}

test('a program that ends time and again is started ever later, half a minute at most', async () => {
  const course = new Course('process.exit(7)')
  course.program.start()
  const waits: unknown[] = []
  for (let failure = 1; failure <= 9; failure += 1) {
    const end = await course.next()
    expect(end).toMatchObject({ code: 7, failures: failure })
    const { delay } = end as ProgramEnd // It was just seen to be one.
    waits.push(delay)
    vi.advanceTimersByTime(delay - 1)
    expect(vi.getTimerCount()).toBe(1) // It is still waited for.
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(0)
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  await course.program.stop()
})

test('one that has run for a while begins anew with the shortest wait', async () => {
  const course = new Course(`process.on('message', () => process.exit(7)); process.send('started')`)
  course.program.start()
  const endsAfter = async (life: number): Promise<ProgramEnd> => {
    expect(await course.next()).toBe('started')
    vi.advanceTimersByTime(life)
    course.program.tell('end')
    const end = (await course.next()) as ProgramEnd // It was told to end.
    vi.advanceTimersByTime(end.delay)
    return end
  }
  expect(await endsAfter(100)).toMatchObject({ failures: 1, delay: 500 })
  expect(await endsAfter(100)).toMatchObject({ failures: 2, delay: 1_000 })
  expect(await endsAfter(6_000)).toMatchObject({ failures: 1, delay: 500 })
  expect(await endsAfter(100)).toMatchObject({ failures: 2, delay: 1_000 })
  await course.program.stop()
})

test('one that is not to be started again, or is stopped meanwhile, is not', async () => {
  const ended = Promise.withResolvers<void>()
  const spec = { command: process.execPath, args: ['-e', ''], env: {}, cwd: '/' }
  const program = new KeptProgram(spec, {
    onEnd: () => {
      ended.resolve()
      return false
    },
  })
  program.start()
  await ended.promise
  expect(vi.getTimerCount()).toBe(0)

  const course = new Course('process.exit(7)')
  course.program.start()
  await course.next()
  await course.program.stop()
  expect(vi.getTimerCount()).toBe(0)
})
