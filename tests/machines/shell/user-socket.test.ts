import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import { userSocketMachine } from '../../../src/machines/shell/user-socket.ts'
import type { ServerMessage, SocketReport } from '../../../src/api/browser-socket.ts'

const beat = 15_000

/** A user's socket whose peer and clock are the test's. */
function perform() {
  const clock = new SimulatedClock()
  const sent: ServerMessage[] = []
  const open: { count: number; dialled: number; report: (news: SocketReport) => void } = {
    count: 0,
    dialled: 0,
    report: () => undefined,
  }
  const heard: string[] = []
  const again: boolean[] = []
  const machine = userSocketMachine.provide({
    actors: {
      socket: fromCallback<{ type: 'send'; message: ServerMessage }, { url: string }>(({ sendBack, receive }) => {
        open.count += 1
        open.dialled += 1
        open.report = sendBack
        receive(({ message }) => sent.push(message))
        return () => {
          open.count -= 1
        }
      }),
    },
  })
  const actor = createActor(machine, { clock, input: { url: 'ws://console/ws' } })
  actor.on('*', ({ type }) => heard.push(type))
  actor.on('open', ({ isAgain }) => again.push(isAgain))
  actor.start()
  return { actor, clock, sent, open, heard, again }
}

describe('the user socket', () => {
  test('beats with task type 10 at the opening and then every 15 seconds', () => {
    const { clock, sent, open } = perform()
    open.report({ type: 'opened' })
    expect(sent).toEqual([{ task_type: 10 }])
    clock.increment(beat - 1)
    expect(sent).toHaveLength(1)
    clock.increment(1)
    clock.increment(beat)
    expect(sent).toEqual([{ task_type: 10 }, { task_type: 10 }, { task_type: 10 }])
  })

  test('a line that dies without a word is noticed, and dialled again', () => {
    const { clock, sent, open } = perform()
    open.report({ type: 'opened' })
    for (let passed = 0; passed < 60_000; passed += 1_000) clock.increment(1_000)
    expect(open.count).toBe(1)
    open.report({ type: 'opened' })
    expect(sent).toHaveLength(4)
    expect(open.dialled).toBe(2)
  })

  test('a tab that may beat but once a minute keeps its socket while its beats are answered', () => {
    const { clock, open, heard } = perform()
    open.report({ type: 'opened' })
    for (let minute = 0; minute < 10; minute += 1) {
      open.report({ type: 'received', message: { task_type: 10 } })
      clock.increment(60_000) // All that was due by then comes at once.
    }
    expect(open.dialled).toBe(1)
    expect(heard).not.toContain('lost')
  })

  test('reconnects after the first and the second failure; the third is the last', () => {
    const { actor, clock, open, heard } = perform()
    open.report({ type: 'closed' })
    clock.increment(1_000)
    expect(open.count).toBe(1)
    open.report({ type: 'closed' })
    clock.increment(2_000)
    expect(open.count).toBe(1)
    open.report({ type: 'closed' })
    expect(actor.getSnapshot().status).toBe('done')
    expect(heard).toEqual(['lost'])
    clock.increment(3_600_000)
    expect(open.count).toBe(0)
  })

  test('an open that is never followed by a message counts as a failure, too', () => {
    const { actor, clock, open } = perform()
    for (const wait of [1_000, 2_000]) {
      open.report({ type: 'opened' })
      open.report({ type: 'closed' })
      clock.increment(wait)
    }
    open.report({ type: 'opened' })
    open.report({ type: 'closed' })
    expect(actor.getSnapshot().matches('lost')).toBe(true)
  })

  test('says that it is open, at first and again, because messages may have been missed', () => {
    const { clock, open, heard, again } = perform()
    open.report({ type: 'opened' })
    clock.increment(beat)
    open.report({ type: 'closed' })
    clock.increment(1_000)
    open.report({ type: 'opened' })
    expect(heard).toEqual(['open', 'open'])
    expect(again).toEqual([false, true])
  })

  test('a peer that accepts and closes at once is tried three times in all, and never again', () => {
    const { clock, open, heard } = perform()
    let connections = 0
    for (let seconds = 0; seconds < 600; seconds += 1) {
      if (open.count === 1) {
        connections += 1
        open.report({ type: 'opened' })
        open.report({ type: 'closed' })
      }
      clock.increment(1_000)
    }
    expect(connections).toBe(3)
    expect(heard).toEqual(['open', 'open', 'open', 'lost'])
  })

  test('a message that came forgets the failures before it', () => {
    const { actor, clock, open, heard } = perform()
    open.report({ type: 'closed' })
    clock.increment(1_000)
    open.report({ type: 'opened' })
    open.report({ type: 'received', message: { task_type: 20, message: 'bye' } })
    expect(actor.getSnapshot().context.failures).toBe(0)
    expect(heard).toEqual(['open', 'message'])
  })

  test('leaves neither socket nor timer behind when it is stopped', () => {
    const { actor, clock, open, sent } = perform()
    open.report({ type: 'opened' })
    actor.stop()
    clock.increment(10 * beat)
    expect(open.count).toBe(0)
    expect(sent).toHaveLength(1)
  })
})
