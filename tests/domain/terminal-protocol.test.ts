import { describe, expect, test } from 'vitest'
import { ReceiveWindow, SendWindow } from '../../domain/flow-window.ts'
import {
  inputWindow,
  maxCols,
  maxInputBytes,
  maxOutputBytes,
  maxRows,
  outputWindow,
  parseTerminalHello,
  parseTerminalAgentReport,
  parseTerminalOrder,
  parseTerminalReport,
} from '../../domain/terminal-protocol.ts'
import { anyWhy } from '../support/any-reason.ts'
import { fc } from '../support/properties.ts'

const size = fc.record({ cols: fc.integer({ min: 1, max: maxCols }), rows: fc.integer({ min: 1, max: maxRows }) })
const ack = (window: number) => fc.record({ type: fc.constant('ack'), bytes: fc.integer({ min: 1, max: window }) })
const exit = fc.record({ type: fc.constant('exit'), code: fc.nat(255) })
const ticket = fc.string({ maxLength: 1_000 })

const hello = fc.tuple(ticket, size).map(([ticket, size]) => ({ type: 'hello', ticket, ...size }))
const order = fc.oneof(
  size.map((size) => ({ type: 'resize', ...size })),
  ack(outputWindow),
)
const news = fc.oneof(
  fc.record({ type: fc.constant('hello'), ticket }),
  fc.constant({ type: 'opened' }),
  ack(inputWindow),
  exit,
  fc.record({ type: fc.constant('failed'), reason: anyWhy }),
)
const report = fc.oneof(
  fc.constantFrom({ type: 'opened' }, { type: 'alive' }),
  ack(inputWindow),
  exit,
  fc.record({ type: fc.constant('ended'), reason: anyWhy }),
)

describe.each([
  ['an operator’s first message', parseTerminalHello, hello],
  ['what an operator asks', parseTerminalOrder, order],
  ['what an agent says', parseTerminalAgentReport, news],
  ['what an operator is told', parseTerminalReport, report],
] as const)('%s', (_, parse: (text: string) => unknown, messages: fc.Arbitrary<object>) => {
  test('is read as it was written, and unknown fields are dropped', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(parse(JSON.stringify({ ...message, surplus: 1 }))).toEqual(message)
      }),
    )
  })

  test('is nothing when it is cut off', () => {
    fc.assert(
      fc.property(messages, fc.double({ min: 0, max: 0.99, noNaN: true }), (message, cut) => {
        const text = JSON.stringify(message)
        expect(parse(text.slice(0, Math.floor(text.length * cut)))).toBeUndefined()
      }),
    )
  })

  test('never makes its reader throw', () => {
    const nearly = fc
      .dictionary(fc.constantFrom('type', 'ticket', 'cols', 'rows', 'bytes', 'code', 'reason'), fc.jsonValue())
      .map((fields) => JSON.stringify(fields))
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), nearly), (text) => void parse(text)))
  })
})

test.each([
  ['no columns', { cols: 0, rows: 24 }],
  ['half a row', { cols: 80, rows: 1.5 }],
  ['columns without end', { cols: maxCols + 1, rows: 24 }],
  ['rows as text', { cols: 80, rows: '24' }],
  ['no size at all', {}],
])('a terminal of %s is none', (_, given) => {
  expect(parseTerminalOrder(JSON.stringify({ type: 'resize', ...given }))).toBeUndefined()
  expect(parseTerminalHello(JSON.stringify({ type: 'hello', ticket: 't', ...given }))).toBeUndefined()
})

test.each([0, -1, 1.5, outputWindow + 1, '1', null])('%s bytes can not be acknowledged', (bytes) => {
  expect(parseTerminalOrder(JSON.stringify({ type: 'ack', bytes }))).toBeUndefined()
  expect(parseTerminalAgentReport(JSON.stringify({ type: 'ack', bytes }))).toBeUndefined()
})

test.each([-1, 256, 1.5, '0', null])('%s is no exit code', (code) => {
  expect(parseTerminalAgentReport(JSON.stringify({ type: 'exit', code }))).toBeUndefined()
})

describe.each([
  ['printed', outputWindow, maxOutputBytes],
  ['typed', inputWindow, maxInputBytes],
])('bytes that are %s', (_, window, longest) => {
  test('are never more under way than the window holds, and always go on', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: longest }), { maxLength: 200 })
    fc.assert(
      fc.property(pieces, fc.array(fc.boolean(), { maxLength: 400 }), (pieces, turns) => {
        const sender = new SendWindow(window)
        const receiver = new ReceiveWindow(window)
        const underWay: number[] = []
        const waiting = [...pieces]
        const deliver = (): void => {
          const acknowledged = receiver.take(underWay.shift() ?? 0)
          if (acknowledged > 0) expect(sender.acknowledge(acknowledged)).toBe(true)
        }
        const send = (): boolean => {
          const next = waiting[0]
          if (next === undefined || sender.room < next) return false
          waiting.shift()
          sender.send(next)
          underWay.push(next)
          expect(underWay.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(window)
          return true
        }
        for (const sends of turns)
          if (sends) send()
          else deliver()
        // Whatever came before, all of it arrives once the receiver reads on.
        while (waiting.length > 0)
          if (!send()) {
            expect(underWay).not.toEqual([])
            deliver()
          }
      }),
    )
  })

  test('are not acknowledged before they were sent', () => {
    const sender = new SendWindow(window)
    sender.send(10)
    expect(sender.acknowledge(11)).toBe(false)
    expect(sender.acknowledge(10)).toBe(true)
    expect(sender.acknowledge(1)).toBe(false)
    expect(sender.room).toBe(window)
  })
})
