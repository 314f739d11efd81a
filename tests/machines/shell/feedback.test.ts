import { describe } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { feedbackMachine } from '../../../src/machines/shell/feedback.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

describe('the report of a problem', () => {
  testEveryShortestPath(
    {
      machine: feedbackMachine,
      events: [
        { type: 'open' },
        { type: 'write', text: 'nothing happens' },
        { type: 'save' },
        { type: 'close' },
        { type: 'xstate.done.actor.0.feedback.saving' },
        { type: 'xstate.error.actor.0.feedback.saving', error: new Error('no room') },
      ],
      keep: ({ text }) => text,
    },
    () => {
      const keeping = answeredByHand<void>()
      const machine = feedbackMachine.provide({ actors: { 'keep the file': fromPromise(() => keeping.call()) } })
      return {
        actor: createActor(machine).start(),
        play: {
          'xstate.done.actor.0.feedback.saving': () => keeping.answer(),
          'xstate.error.actor.0.feedback.saving': () => keeping.fail(new Error('no room')),
        },
      }
    },
  )
})
