import type { Message } from './conversation.ts'

/** Messages that follow each other, as often as they did. */
export interface Said {
  messages: Message[]
  times: number
}

/** What is repeated is at most so many messages long. */
const maxPeriod = 4
/** More than these nobody reads; the first and the last are kept. */
const most = 26
const lastKept = 5

const same = (one: Message | undefined, other: Message | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The messages with repetitions told once, and no more of them than anybody reads. `left` is how many were left out, before the last ones. */
export function folded(messages: readonly Message[]): { said: Said[]; left: number; leftAt: number } {
  const said: Said[] = []
  for (let at = 0; at < messages.length;) {
    const found = Array.from({ length: maxPeriod }, (_, index) => index + 1)
      .map((period) => ({ period, times: timesOf(messages, at, period) }))
      .find(({ times }) => times > 1) ?? { period: 1, times: 1 }
    said.push({ messages: messages.slice(at, at + found.period), times: found.times })
    at += found.period * found.times
  }
  const rows = said.reduce((sum, { messages }) => sum + messages.length, 0)
  if (rows <= most) return { said, left: 0, leftAt: said.length }
  const first = said.slice(0, most - lastKept)
  const last = said.slice(-lastKept)
  const left = said.length - first.length - last.length
  return left <= 0 ? { said, left: 0, leftAt: said.length } : { said: [...first, ...last], left, leftAt: first.length }
}

function timesOf(messages: readonly Message[], at: number, period: number): number {
  let times = 1
  const isRepeated = (): boolean =>
    Array.from({ length: period }, (_, index) => index).every((index) => {
      const next = messages[at + times * period + index]
      return next !== undefined && same(messages[at + index], next)
    })
  while (isRepeated()) times += 1
  return times
}
