import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PhoneAnswers } from '../../agent/phone-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A phone whose answers are the test's, and what is said of it. */
function stage() {
  const said: string[] = []
  let asked = 0
  let answer: (() => void) | undefined
  const answers = new PhoneAnswers({
    ask: () => {
      asked += 1
      return new Promise<void>((resolve) => (answer = resolve))
    },
    silent: (ms) => said.push(`silent for ${ms}`),
    answered: () => said.push('answers'),
    lost: () => said.push('lost'),
  })
  return { answers, said, asked: () => asked, answer: () => answer?.() }
}

test('a frame answers a gesture, and nothing is asked', async () => {
  const { answers, said, asked } = stage()
  answers.gestured()
  await pass(900)
  answers.heard()
  await pass(60_000)
  expect([asked(), said]).toEqual([0, []])
})

test('a still screen is asked, and its word is an answer', async () => {
  const { answers, said, asked, answer } = stage()
  answers.gestured()
  await pass(1_000)
  expect(asked()).toBe(1)
  answer()
  await pass(60_000)
  expect(said).toEqual([])
  // The next gesture is watched as the first was.
  answers.gestured()
  await pass(2_000)
  expect(said).toEqual(['silent for 62000'])
})

test('a phone that nothing is done with is not asked', async () => {
  const { said, asked } = stage()
  await pass(60_000)
  expect([asked(), said]).toEqual([0, []])
})

test('one that answers to nothing is silent after two seconds, and lost after ten, however much is done with it', async () => {
  const { answers, said, asked } = stage()
  for (let tenth = 0; tenth < 120; tenth += 1) {
    answers.gestured()
    await pass(100)
    const at = (tenth + 1) * 100
    expect(said).toEqual(at < 2_000 ? [] : at < 10_000 ? ['silent for 2000'] : ['silent for 2000', 'lost'])
  }
  expect(asked()).toBe(1)
})

test.each(['a frame', 'a word'] as const)('one that is silent answers again with %s', async (what) => {
  const { answers, said, answer } = stage()
  answers.gestured()
  await pass(5_000)
  if (what === 'a frame') answers.heard()
  else answer()
  await pass(60_000)
  expect(said).toEqual(['silent for 2000', 'answers'])
})

test('a session that has ended hears no more of it', async () => {
  const { answers, said, answer } = stage()
  answers.gestured()
  await pass(3_000)
  answers.stop()
  answer()
  await pass(60_000)
  expect(said).toEqual(['silent for 2000'])
})
