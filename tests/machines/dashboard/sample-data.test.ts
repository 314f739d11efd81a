import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Samples } from '../../../src/api/samples.ts'
import { sampleDataMachine } from '../../../src/machines/dashboard/sample-data.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const some: Samples = {
  users: 1,
  boxes: 1,
  phones: 2,
  groups: 0,
  environments: 3,
  scripts: 0,
  tasks: 0,
  notices: 1,
  stays: 4,
}

/** The question, whose server is the test. */
function perform() {
  const counting = answeredByHand<Samples>()
  const clearing = answeredByHand<Samples>()
  const machine = sampleDataMachine.provide({
    actors: {
      'count the samples': fromPromise(() => counting.call()),
      'clear the samples': fromPromise(() => clearing.call()),
    },
  })
  const actor = createActor(machine).start()
  return { actor, counting, clearing }
}

describe('the end of the sample data', () => {
  test('takes nothing away before somebody has read what goes', async () => {
    const { actor, counting, clearing } = perform()
    actor.send({ type: 'CONFIRM' })
    actor.send({ type: 'CLEAR' })
    actor.send({ type: 'CONFIRM' })
    expect(clearing.calls).toBe(0)
    await counting.answer(some)
    expect(actor.getSnapshot().context.samples).toEqual(some)
    actor.send({ type: 'CANCEL' })
    actor.send({ type: 'CONFIRM' })
    expect(clearing.calls).toBe(0)
  })
})
