import { describe } from 'vitest'
import { createActor } from 'xstate'
import { firstStepsMachine } from '../../../src/machines/dashboard/first-steps.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

describe('the first steps', () => {
  for (const isKept of [false, true]) {
    const reaches = (state: string) => !isKept || state !== 'firstSteps.offered'
    describe(isKept ? 'waved away before' : 'of a new user', () => {
      const input = { storage: { read: () => isKept, write: () => undefined } }
      testEveryShortestPath({ machine: firstStepsMachine, input, events: [{ type: 'DISMISS' }], reaches }, () => ({
        actor: createActor(firstStepsMachine, { input }).start(),
      }))
    })
  }
})
