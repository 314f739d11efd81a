import { describe, expect, test } from 'vitest'
import { createActor, createMachine, waitFor } from 'xstate'
import { recordingText } from '../../../packages/machines-inspector/src/recording/recording-file.ts'
import { Recorder } from '../../../packages/machines-inspector/src/recording/recorder.ts'
import type { Recording } from '../../../packages/machines-inspector/src/recording/recording.ts'
import { timeTravelMachine } from '../../../packages/machines-inspector/src/machines/time-travel.ts'

/** Of a switch that was flipped so often. */
function recordingOf(flips: number): Recording {
  const recorder = new Recorder()
  const states = { off: { on: { flip: 'on' } }, on: { on: { flip: 'off' } } }
  const actor = createActor(createMachine({ id: 'switch', initial: 'off', states }), { inspect: recorder.observe })
  actor.start()
  for (let flip = 0; flip < flips; flip += 1) actor.send({ type: 'flip' })
  const recording = recorder.recording({ build: 'test' })
  actor.stop()
  return recording
}

const recording = recordingOf(3)
const input = { record: () => recording, keep: () => undefined }

describe('time travel', () => {
  test('reads the file that it is given, and says which field of another one is wrong', async () => {
    const actor = createActor(timeTravelMachine, { input }).start()
    const text = recordingText(recordingOf(5))
    actor.send({ type: 'open', file: new Blob([text]) })
    const { context } = await waitFor(actor, (now) => now.matches('travelling'))
    expect([context.at, context.isFromFile]).toEqual([6, true])
    actor.send({ type: 'open', file: new Blob([text.replace('"savedAt"', '"savedat"')]) })
    const { context: wrong } = await waitFor(actor, (now) => now.matches('failed'))
    expect(wrong.problem).toEqual({ code: 'wrongField', field: 'savedAt' })
    actor.stop()
  })

  test('looks at what was recorded up to now, and steps through what a filter lets through', () => {
    const actor = createActor(timeTravelMachine, { input }).start()
    const at = () => actor.getSnapshot().context.at
    actor.send({ type: 'travel' })
    expect(at()).toBe(4)
    actor.send({ type: 'filter', filter: { text: 'FLIP' } })
    const steps = [1, 2, 3, 4].map(() => {
      actor.send({ type: 'step', direction: -1 })
      return at()
    })
    expect(steps).toEqual([3, 2, 0, 0])
    actor.stop()
  })
})
