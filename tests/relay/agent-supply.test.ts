import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AgentSupply } from '../../server/relay/agent-supply.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { relayTimings } from '../../server/relay/timings.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function supply() {
  const requested: number[] = []
  const began = performance.now()
  const losses: (Reason | null)[] = []
  const agents = new AgentSupply(
    {
      request: async () => {
        requested.push(Math.round(performance.now() - began))
      },
      lost: (why) => losses.push(why),
    },
    relayTimings,
  )
  return { agents, requested, losses }
}

test('agents that leave at once are requested after 1, 2, 4 and then always 10 seconds', async () => {
  const { agents, requested } = supply()
  agents.need()
  for (const wait of [1_000, 2_000, 4_000, 10_000, 10_000]) {
    agents.arrived()
    agents.left(reason('relay.lostBox'))
    await vi.advanceTimersByTimeAsync(wait)
  }
  expect(requested).toEqual([0, 1_000, 3_000, 7_000, 17_000, 27_000])
})

test('an agent that delivered for a while is requested after a second again', async () => {
  const { agents, requested } = supply()
  agents.need()
  agents.arrived()
  agents.left(reason('relay.lostBox'))
  await vi.advanceTimersByTimeAsync(1_000)
  agents.arrived()
  await vi.advanceTimersByTimeAsync(5_000)
  agents.left(reason('relay.lostBox'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requested).toEqual([0, 1_000, 7_000])
})

test('an agent that does not come within ten seconds is given up', async () => {
  const { agents, requested, losses } = supply()
  agents.need()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(losses).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(losses).toEqual([reason('relay.lateBox')])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requested).toEqual([0, 11_000])
})

test('nothing is tried once nobody needs a video', async () => {
  const { agents, requested } = supply()
  agents.need()
  agents.arrived()
  agents.left(reason('relay.lostBox'))
  agents.release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requested).toEqual([0])
})

test('an obstacle ends all trying; its end is followed by a try at once', async () => {
  const { agents, requested, losses } = supply()
  agents.need()
  agents.hold(reason('devices.reason.lost'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requested).toEqual([0])
  expect(losses).toEqual([reason('devices.reason.lost')])
  agents.resume()
  expect(requested).toEqual([0, 60_000])
})
