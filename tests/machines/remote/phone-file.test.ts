import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { phoneFileMachine } from '../../../src/machines/remote/phone-file.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const input = { deviceId: 7, userId: 4, tell: () => undefined }
/** Paths tell events apart by what they are as JSON. */
const named = (name: string): File => Object.assign(new File(['12345'], name), { toJSON: () => name })
const apk = named('Shop.APK')
const text = named('note.txt')

type Report = { type: 'progress'; sent: number } | { type: 'sent' } | { type: 'not sent'; reason: string }

/** A file whose server and phone are the test. */
function perform(tell: (file: string, reason: string) => void = input.tell) {
  const forgotten = answeredByHand<void>()
  const placed = answeredByHand<void>()
  const transfer = { begun: 0, stopped: 0, report: (_report: Report): void => undefined }
  const machine = phoneFileMachine.provide({
    actors: {
      transfer: fromCallback(({ sendBack }) => {
        transfer.begun += 1
        transfer.report = sendBack
        return () => {
          transfer.stopped += 1
        }
      }),
      forget: fromPromise(() => forgotten.call()),
      place: fromPromise(() => placed.call()),
    },
  })
  const actor = createActor(machine, { input: { ...input, tell } }).start()
  // It is nowhere left here.
  return {
    actor,
    transfer,
    forgotten,
    placed,
    value: () => (actor.getSnapshot().value as { open: { file: unknown } }).open.file,
  }
}

describe('a file for a phone', () => {
  test('that may be an app is asked about; any other is pushed at once', () => {
    const app = perform()
    app.actor.send({ type: 'drop', file: apk })
    expect(app.value()).toBe('asking')
    app.actor.send({ type: 'use', use: 'install' })
    expect(app.actor.getSnapshot().context.use).toBe('install')
    const other = perform()
    other.actor.send({ type: 'drop', file: text })
    expect(other.value()).toBe('sending')
    expect(other.actor.getSnapshot().context.use).toBe('push')
  })

  test('is given up while it is on its way to the server, which then forgets it', async () => {
    const { actor, transfer, forgotten, value } = perform()
    actor.send({ type: 'install file', file: apk })
    transfer.report({ type: 'progress', sent: 2 })
    expect(actor.getSnapshot().context.sent).toBe(2)
    actor.send({ type: 'cancel' })
    expect(transfer.stopped).toBe(1)
    await forgotten.answer()
    expect(value()).toEqual({ waiting: 'quiet' })
  })

  test('tells once it is installed, and says why it was not', async () => {
    const { actor, transfer, placed } = perform()
    let installed = 0
    actor.on('installed', () => (installed += 1))
    actor.send({ type: 'install file', file: apk })
    transfer.report({ type: 'sent' })
    await placed.answer()
    expect(installed).toBe(1)
    actor.send({ type: 'install file', file: apk })
    transfer.report({ type: 'sent' })
    await placed.fail(new Error('文件不是有效的安装包'))
    expect(actor.getSnapshot().context.failure).toBe('文件不是有效的安装包')
    expect(installed).toBe(1)
  })

  test('waits while another is under way, and none is lost: not where one fails before it, nor where one is given up', async () => {
    const told: string[] = []
    const { actor, transfer, forgotten, placed, value } = perform(
      (file, reason) => void told.push(`${file}: ${reason}`),
    )
    const files = ['1.txt', '2.txt', '3.txt'].map(named)
    for (const file of files) actor.send({ type: 'drop', file })
    const current = () => actor.getSnapshot().context.file
    transfer.report({ type: 'sent' })
    await placed.fail(new Error('设备离线'))
    expect(told).toEqual(['1.txt: 设备离线'])
    expect(current()).toBe(files[1])
    actor.send({ type: 'cancel' })
    await forgotten.answer()
    expect(current()).toBe(files[2])
    transfer.report({ type: 'sent' })
    await placed.answer()
    expect(value()).toEqual({ waiting: 'placed' })
    expect(transfer.begun).toBe(3)
  })
})
