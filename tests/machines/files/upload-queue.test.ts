import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise, type AnyActorRef } from 'xstate'
import { fileUploadMachine } from '../../../src/machines/files/file-upload.ts'
import { uploadQueueMachine } from '../../../src/machines/files/upload-queue.ts'

const listeners = new Map<string, (event: { preventDefault: () => void }) => void>()
beforeEach(() => {
  listeners.clear()
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener))
  vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type))
})
afterEach(() => vi.unstubAllGlobals())

const fileOf = (name: string) => new File(['1'], name)
const input = { userId: 4 }

/** A queue whose server is the test; it reports by the file's name. */
function perform() {
  const server = new Map<string, (report: { type: 'done' } | { type: 'failed'; reason: string }) => void>()
  const machine = uploadQueueMachine.provide({
    actors: {
      upload: fileUploadMachine.provide({
        actors: {
          transfer: fromCallback<{ type: 'none' }, { file: File; userId: number }>(({ input: { file }, sendBack }) => {
            server.set(file.name, sendBack)
          }),
          forget: fromPromise<void, { file: File; userId: number }>(async () => undefined),
        },
      }),
    },
  })
  const actor = createActor(machine, { input }).start()
  const states = () => actor.getSnapshot().context.uploads.map((upload) => upload.getSnapshot().value)
  const upload = (index: number) => {
    const one = actor.getSnapshot().context.uploads[index]
    if (one === undefined) throw new Error(`there is no upload ${index}`)
    return one
  }
  return { actor, server, states, upload }
}

const contextOf = (child: AnyActorRef): object => (child.getSnapshot() as { context?: object }).context ?? {}

const asksBeforeLeaving = (): boolean => {
  const preventDefault = vi.fn<() => void>()
  listeners.get('beforeunload')?.({ preventDefault })
  return preventDefault.mock.calls.length > 0
}

describe('the uploads of a session', () => {
  test('are sent two at a time, in the order they were chosen', () => {
    const { actor, server, states } = perform()
    actor.send({ type: 'add', files: ['a', 'b', 'c', 'd'].map(fileOf) })
    expect(states()).toEqual(['sending', 'sending', 'waiting', 'waiting'])
    server.get('b')?.({ type: 'done' })
    expect(states()).toEqual(['sending', 'done', 'sending', 'waiting'])
    server.get('a')?.({ type: 'failed', reason: 'no' })
    expect(states()).toEqual(['failed', 'done', 'sending', 'sending'])
  })

  test('one that is paused makes room for the next; resumed, it waits for its turn', () => {
    const { actor, upload, states } = perform()
    actor.send({ type: 'add', files: ['a', 'b', 'c'].map(fileOf) })
    upload(0).send({ type: 'pause' })
    expect(states()).toEqual(['paused', 'sending', 'sending'])
    upload(0).send({ type: 'resume' })
    expect(states()).toEqual(['waiting', 'sending', 'sending'])
    upload(1).send({ type: 'pause' })
    expect(states()).toEqual(['sending', 'paused', 'sending'])
  })

  test('those that have ended are cleared away, the others stay', async () => {
    const { actor, server, upload, states } = perform()
    actor.send({ type: 'add', files: ['a', 'b', 'c'].map(fileOf) })
    server.get('a')?.({ type: 'done' })
    upload(1).send({ type: 'cancel' })
    await expect.poll(states).toEqual(['done', 'cancelled', 'sending'])
    actor.send({ type: 'clear' })
    expect(states()).toEqual(['sending'])
  })

  test('those that are cleared away, or make room for others, leave no file behind', () => {
    const { actor, server } = perform()
    const kept = () =>
      Object.values(actor.getSnapshot().children).filter((child) => child && 'file' in contextOf(child))
    actor.send({ type: 'add', files: ['a', 'b', 'c'].map(fileOf) })
    for (const name of ['a', 'b']) server.get(name)?.({ type: 'done' })
    actor.send({ type: 'clear' })
    expect(kept()).toHaveLength(1)
    server.get('c')?.({ type: 'done' })
    actor.send({ type: 'add', files: Array.from({ length: 200 }, (_, index) => fileOf(`more ${index}`)) })
    expect(kept()).toHaveLength(200)
  })

  test('the page asks before it goes while one is under way, and not otherwise', () => {
    const { actor, server } = perform()
    expect(asksBeforeLeaving()).toBe(false)
    actor.send({ type: 'add', files: [fileOf('a')] })
    expect(asksBeforeLeaving()).toBe(true)
    server.get('a')?.({ type: 'done' })
    expect(asksBeforeLeaving()).toBe(false)
    actor.stop()
    expect(listeners.has('beforeunload')).toBe(false)
  })
})
