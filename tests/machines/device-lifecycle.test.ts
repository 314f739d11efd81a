import { describe } from 'vitest'
import { createActor } from 'xstate'
import { deviceLifecycle } from '../../domain/device-lifecycle.ts'
import { testEveryShortestPath } from '../support/chart-model.ts'

describe('the life of a phone', () => {
  testEveryShortestPath(
    {
      machine: deviceLifecycle,
      events: [
        { type: 'ready', controlled: true },
        { type: 'ready', controlled: false },
        { type: 'starting' },
        { type: 'lost' },
        { type: 'taken' },
        { type: 'freed' },
      ],
    },
    () => ({ actor: createActor(deviceLifecycle).start() }),
  )
})
