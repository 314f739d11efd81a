import { expect, test } from 'vitest'
import type { FleetPatch } from '../../../domain/fleet-topics.ts'
import { withChanges, type FleetSource } from '../../../src/api/phone-patches.ts'

/** A line on which the test speaks. */
function openLine() {
  const hearers = new Set<(patch: FleetPatch) => void>()
  const waiters = new Set<() => void>()
  const fleet: FleetSource = {
    onPatch: (listener) => {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
    onReturn: (listener) => {
      waiters.add(listener)
      return () => waiters.delete(listener)
    },
  }
  return {
    fleet,
    rename: (name: string) => {
      for (const hear of hearers) hear({ type: 'device', id: 7, at: 0, changed: { name } })
    },
    comeBack: () => {
      for (const hear of waiters) hear()
    },
    listeners: () => hearers.size + waiters.size,
  }
}

const renamed = (_: string, { changed }: FleetPatch) => String(changed.name)

test('what is asked for has the last of the changes that came meanwhile', async () => {
  const line = openLine()
  const asked = Promise.withResolvers<string>()
  const answer = withChanges(line.fleet, () => asked.promise, renamed)
  line.rename('the second name')
  line.rename('the third name')
  asked.resolve('the first name')
  expect(await answer).toBe('the third name')
  expect(line.listeners()).toBe(0)
})

test('what is asked for is asked for again where changes may have been missed meanwhile', async () => {
  const line = openLine()
  const answers = ['an old name', 'the newest name']
  const asked: string[] = []
  const ask = async () => {
    const answer = answers[asked.length] ?? 'asked too often'
    asked.push(answer)
    if (asked.length === 1) line.comeBack()
    return answer
  }
  expect(await withChanges(line.fleet, ask, renamed)).toBe('the newest name')
  expect(asked).toHaveLength(2)
  expect(line.listeners()).toBe(0)
})
