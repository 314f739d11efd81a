import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { argumentFileMachine } from '../../../src/machines/jobs/argument-file.ts'
import { answeredByHand, testEveryShortestPath } from '../../support/chart-model.ts'

const input = { userId: 4 }
const file = (name: string, size: number) => ({ name, size }) as File // No more of it is looked at.
const app = file('shop.APK', 3)
const text = file('notes.txt', 6)

const stage = () => {
  const found = answeredByHand<number | null>()
  const forgotten = answeredByHand<void>()
  const machine = argumentFileMachine.provide({
    actors: {
      transfer: fromCallback(() => undefined),
      find: fromPromise(() => found.call()),
      forget: fromPromise(() => forgotten.call()),
    },
  })
  return { found, forgotten, machine }
}

describe('a file that is dropped into a dialog', () => {
  testEveryShortestPath(
    {
      machine: stage().machine,
      input,
      events: [
        { type: 'DROP', files: [app], wants: 'app' },
        { type: 'DROP', files: [text], wants: 'app' },
        { type: 'DROP', files: [], wants: 'app' },
        { type: 'RETRY' },
        { type: 'CANCEL' },
        { type: 'PUT_AWAY' },
        { type: 'progress', sent: 1 },
        { type: 'sent' },
        { type: 'not sent', reason: 'full' },
        { type: 'xstate.done.actor.find', output: 7 },
        { type: 'xstate.error.actor.find', error: new Error('no') },
        { type: 'xstate.done.actor.forget', output: undefined },
        { type: 'xstate.error.actor.forget', error: new Error('no') },
      ],
      keep: ({ sent, chosen, refusal }) => [sent, chosen, refusal?.why],
    },
    () => {
      const { machine, found, forgotten } = stage()
      return {
        actor: createActor(machine, { input }).start(),
        play: {
          'xstate.done.actor.find': () => found.answer(7),
          'xstate.error.actor.find': ({ error }) => found.fail(error),
          'xstate.done.actor.forget': () => forgotten.answer(),
          'xstate.error.actor.forget': ({ error }) => forgotten.fail(error),
        },
      }
    },
  )
})

test.each([
  ['what is no app, where one is to be installed', [text], 'app', 'notApk'],
  ['a file without content', [file('shop.apk', 0)], 'app', 'empty'],
  ['more than the server takes', [file('all.apk', 4 * 1024 ** 3 + 1)], 'app', 'tooLarge'],
  ['two files', [app, text], 'file', 'several'],
] as const)('%s is refused by its name, and what was chosen stays', (_, files, wants, why) => {
  const actor = createActor(stage().machine, { input }).start()
  actor.send({ type: 'DROP', files, wants })
  expect(actor.getSnapshot().value).toBe('waiting')
  expect(actor.getSnapshot().context).toMatchObject({
    refusal: { why, name: files[0]?.name, count: files.length },
    file: undefined,
    chosen: undefined,
  })
})

test('any file may be pushed', () => {
  const actor = createActor(stage().machine, { input }).start()
  actor.send({ type: 'DROP', files: [text], wants: 'file' })
  expect(actor.getSnapshot().value).toBe('sending')
})
