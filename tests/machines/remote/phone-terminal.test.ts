import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { describe, expect, it, test } from 'vitest'
import { codes } from '../../../domain/codes.ts'
import { closeCodes } from '../../../domain/stream-protocol.ts'
import { ApiError } from '../../../src/api/errors.ts'
import { phoneTerminalMachine } from '../../../src/machines/remote/phone-terminal.ts'
import type { TerminalPoint } from '../../../src/api/remote.ts'
import type { TerminalLineReport } from '../../../src/api/terminal-line.ts'
import { answeredByHand } from '../../support/chart-model.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'
import { reason } from '../../../texts/reason.ts'

const point: TerminalPoint = { relay_url: '/relay/terminal', ticket: 'a ticket', expires_at: 0 }
const closed = (code: number, reason: Reason | null = null): TerminalLineReport => ({ type: 'closed', code, reason })
const offline = new ApiError(codes.stateForbids, '设备离线')

function stage() {
  const asked = answeredByHand<TerminalPoint>()
  const refusedPastes: string[] = []
  let line: ((report: TerminalLineReport) => void) | undefined
  let lines = 0
  const machine = phoneTerminalMachine.provide({
    actors: {
      askTerminalPoint: fromPromise(() => asked.call()),
      line: fromCallback(({ sendBack }) => {
        lines += 1
        line = sendBack
        return () => {
          lines -= 1
        }
      }),
    },
  })
  const input = { deviceId: 1, pasteRefused: () => refusedPastes.push('refused') }
  const terminal = createActor(machine, { clock: new SimulatedClock(), input })
  const says = (report: TerminalLineReport): void => line?.(report)
  const context = () => terminal.getSnapshot().context
  const value = () => terminal.getSnapshot().value
  /** Up to an open shell. */
  const opens = async (): Promise<void> => {
    terminal.send({ type: 'open' })
    await asked.answer(point)
    says({ type: 'opened' })
  }
  return { asked, terminal, refusedPastes, says, context, value, opens, openLines: () => lines }
}

describe('the operator reads', () => {
  it('why the server refuses', async () => {
    const { terminal, asked, value, context } = stage()
    terminal.start().send({ type: 'open' })
    await asked.fail(offline)
    expect([value(), context().reason]).toEqual(['refused', textReason('设备离线')])
  })

  it('with which code the shell exited, also when the line ends behind it', async () => {
    const { terminal, opens, says, value, context } = stage()
    terminal.start()
    await opens()
    says({ type: 'exited', code: 7 })
    says(closed(1000))
    expect([value(), context().exitCode]).toEqual(['closed', 7])
  })

  it('why it was closed, and nothing of that once another is asked for', async () => {
    const { terminal, opens, says, context } = stage()
    terminal.start()
    await opens()
    says(closed(closeCodes.takenOver, reason('relay.heldByOther')))
    expect(context()).toMatchObject({ reason: reason('relay.heldByOther'), exitCode: null })
    terminal.send({ type: 'open' })
    expect(context().reason).toBeNull()
  })

  it('that too much was pasted', async () => {
    const { terminal, opens, says, refusedPastes, value } = stage()
    terminal.start()
    await opens()
    says({ type: 'overfilled' })
    expect(refusedPastes).toHaveLength(1)
    expect(value()).toEqual({ attached: 'open' })
  })
})

test('nobody is asked before the operator opens it, and the screen stays the same throughout', async () => {
  const { terminal, asked, opens, says, context } = stage()
  terminal.start()
  expect(asked.calls).toBe(0)
  const { screen } = context()
  await opens()
  says(closed(1006))
  await opens()
  expect(context().screen).toBe(screen)
  expect(asked.calls).toBe(2)
})

test('the line is hung up when the operator leaves', async () => {
  const { terminal, opens, openLines } = stage()
  terminal.start()
  await opens()
  expect(openLines()).toBe(1)
  terminal.stop()
  expect(openLines()).toBe(0)
})
