import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { fileUploadMachine } from '../../../src/machines/files/file-upload.ts'

const file = new File(['12345'], 'five.bin')
const input = { file, userId: 4 }

type Report = { type: 'progress'; sent: number } | { type: 'done' } | { type: 'failed'; reason: string }

/** An upload whose server is the test. */
function perform() {
  const transfers = { begun: 0, stopped: 0, report: (_report: Report): void => undefined }
  const machine = fileUploadMachine.provide({
    actors: {
      transfer: fromCallback<{ type: 'none' }, typeof input>(({ sendBack }) => {
        transfers.begun += 1
        transfers.report = sendBack
        return () => {
          transfers.stopped += 1
        }
      }),
      forget: fromPromise<void, typeof input>(() => new Promise(() => undefined)),
    },
  })
  const actor = createActor(machine, { input }).start()
  return { actor, transfers, value: () => actor.getSnapshot().value }
}

describe('a file on its way', () => {
  test('is stopped by a pause, and goes on when it is its turn again', () => {
    const { actor, transfers, value } = perform()
    actor.send({ type: 'start' })
    transfers.report({ type: 'progress', sent: 3 })
    actor.send({ type: 'pause' })
    expect(transfers.stopped).toBe(1)
    actor.send({ type: 'resume' })
    expect(value()).toBe('waiting')
    actor.send({ type: 'start' })
    expect(transfers.begun).toBe(2)
    expect(actor.getSnapshot().context.sent).toBe(3)
  })

  test('says why it failed, until it is tried again', () => {
    const { actor, transfers } = perform()
    actor.send({ type: 'start' })
    transfers.report({ type: 'failed', reason: '空间已用完' })
    expect(actor.getSnapshot().context.failure).toBe('空间已用完')
    actor.send({ type: 'retry' })
    actor.send({ type: 'start' })
    expect(actor.getSnapshot().context.failure).toBe('')
  })

  test('can not be cancelled any more when all of it is there', () => {
    const { actor, transfers } = perform()
    actor.send({ type: 'start' })
    transfers.report({ type: 'done' })
    expect(actor.getSnapshot().can({ type: 'cancel' })).toBe(false)
    expect(actor.getSnapshot().context.sent).toBe(5)
  })
})
