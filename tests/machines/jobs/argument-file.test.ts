import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { argumentFileMachine } from '../../../src/machines/jobs/argument-file.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const input = { userId: 4 }
const file = (name: string, size: number) => ({ name, size }) as File // No more of it is looked at.
const app = file('shop.APK', 3)
const text = file('notes.txt', 6)

const machine = argumentFileMachine.provide({
  actors: {
    transfer: fromCallback(() => undefined),
    find: fromPromise(() => new Promise<number | null>(() => undefined)),
    forget: fromPromise(() => new Promise<void>(() => undefined)),
  },
})

test.each([
  ['what is no app, where one is to be installed', [text], 'app', 'notApk'],
  ['a file without content', [file('shop.apk', 0)], 'app', 'empty'],
  ['more than the server takes', [file('all.apk', 4 * 1024 ** 3 + 1)], 'app', 'tooLarge'],
  ['two files', [app, text], 'file', 'several'],
] as const)('%s is refused by its name, and what was chosen stays', (_, files, wants, why) => {
  const actor = createActor(machine, { input }).start()
  actor.send({ type: 'DROP', files, wants })
  expect(actor.getSnapshot().value).toBe('waiting')
  expect(actor.getSnapshot().context).toMatchObject({
    refusal: { why, name: files[0]?.name, count: files.length },
    file: undefined,
    chosen: undefined,
  })
})

test('what is dropped while the server forgets another file is sent once that is forgotten', async () => {
  const forgotten = answeredByHand<void>()
  const sent: string[] = []
  const actor = createActor(
    machine.provide({
      actors: {
        transfer: fromCallback(({ input: { file: one } }) => void sent.push(one?.name ?? '')),
        forget: fromPromise(() => forgotten.call()),
      },
    }),
    { input },
  ).start()
  actor.send({ type: 'DROP', files: [app], wants: 'app' })
  actor.send({ type: 'CANCEL' })
  actor.send({ type: 'DROP', files: [text], wants: 'file' })
  expect(sent).toEqual(['shop.APK'])
  await forgotten.answer()
  expect(sent).toEqual(['shop.APK', 'notes.txt'])
})

test('any file may be pushed', () => {
  const actor = createActor(machine, { input }).start()
  actor.send({ type: 'DROP', files: [text], wants: 'file' })
  expect(actor.getSnapshot().value).toBe('sending')
})
