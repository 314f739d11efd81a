import { describe, expect, test } from 'vitest'
import {
  boxOfEventsTopic,
  commandsTopic,
  eventsTopic,
  maxPhonesPerBox,
  parseBoxCommand,
  parseBoxEvent,
  unreachableStates,
} from '../../domain/box-protocol.ts'
import {
  maxPieceLength,
  maxScriptLength,
  maxCommand,
  maxTransferred,
  maxOutput,
} from '../../domain/command-protocol.ts'
import { textReason } from '../../domain/reason.ts'
import { anyWhy } from '../support/any-reason.ts'
import { fc } from '../support/properties.ts'

const serial = fc.stringMatching(/^[\w.:-]{1,64}$/)
const percent = fc.double({ min: 0, max: 100, noNaN: true })
const short = (maxLength: number) => fc.string({ maxLength })

const phone = fc.record(
  {
    serial,
    state: fc.constantFrom('ready', 'starting'),
    model: short(64),
    android_version: short(16),
    resolution: short(16),
    battery: percent,
    temperature: fc.double({ min: -50, max: 150, noNaN: true }),
    ip: short(45),
    proxy: fc.constantFrom('', '10.0.0.9:3128', `${'x'.repeat(253)}:65535`),
    cpu: percent,
    memory: percent,
    storage: percent,
  },
  { requiredKeys: ['serial', 'state'], noNullPrototype: true },
)

const unreachable = fc.record({ serial, reason: fc.constantFrom(...unreachableStates) }, { noNullPrototype: true })

const health = fc.record(
  { cpu: percent, memory: percent, disk: percent, temperature: percent },
  { requiredKeys: [], noNullPrototype: true },
)

const byteFields = {
  size: fc.integer({ min: 0, max: maxTransferred }),
  sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 64, maxLength: 64 }),
}
const bytes = fc.record(byteFields)

const event = fc.oneof(
  fc.record({
    type: fc.constant('inventory'),
    agent_version: short(32),
    health,
    phones: fc.array(phone, { maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant('inventory'),
    agent_version: short(32),
    agent_boot: fc.stringMatching(/^[0-9a-f]{16}$/),
    health,
    phones: fc.array(phone, { maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant('inventory'),
    agent_version: short(32),
    health,
    phones: fc.array(phone, { maxLength: 5 }),
    unreachable: fc.array(unreachable, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ type: fc.constant('command_unreceived'), command_id: short(64) }),
  fc.record({ type: fc.constant('phones'), phones: fc.array(phone, { maxLength: 5 }) }),
  fc.record({ type: fc.constant('phone_lost'), serial }),
  unreachable.map((phone) => ({ type: 'phone_lost', ...phone })),
  fc.record({ type: fc.constant('result'), command_id: short(64), ok: fc.boolean(), reason: anyWhy }),
  fc.record({ type: fc.constant('agent_lost') }),
  fc.record({
    type: fc.constant('command_output'),
    command_id: short(64),
    offset: fc.nat(maxOutput),
    text: fc.string({ maxLength: 200 }),
  }),
  fc.record({
    type: fc.constant('command_ended'),
    command_id: short(64),
    ending: fc.constant('exited'),
    exit_code: fc.nat(255),
    reason: anyWhy,
    truncated: fc.boolean(),
    transfer: fc.option(bytes),
  }),
  fc.record({
    type: fc.constant('command_ended'),
    command_id: short(64),
    ending: fc.constantFrom('timed_out', 'cancelled', 'failed'),
    exit_code: fc.constant(null),
    reason: anyWhy,
    truncated: fc.boolean(),
    transfer: fc.constant(null),
  }),
)

const streamCommand = fc.record({
  type: fc.constant('stream'),
  id: short(64),
  deadline: fc.maxSafeNat(),
  serial,
  relay_url: short(500),
  ticket: short(1_000),
  settings: fc.record({ max_size: fc.nat(8_192), fps: fc.nat(240), bitrate: fc.nat(100_000_000) }),
})

const terminalCommand = fc.record({
  type: fc.constant('terminal'),
  id: short(64),
  deadline: fc.maxSafeNat(),
  serial,
  relay_url: short(500),
  ticket: short(1_000),
})
const port = fc.integer({ min: 1, max: 65_535 })
const tunnelCommand = fc.record({
  type: fc.constant('tunnel'),
  id: short(64),
  deadline: fc.maxSafeNat(),
  revision: fc.maxSafeNat(),
  name: short(64),
  settings: fc.option(
    fc.record({
      server_address: short(253),
      server_port: port,
      token: short(256),
      remote_port: port,
      local_port: port,
    }),
  ),
})

const named = { id: short(64), deadline: fc.maxSafeNat() }
const shellCommand = fc.record({
  type: fc.constant('shell'),
  ...named,
  serial,
  script: fc.string({ maxLength: 1_000 }),
  timeout: fc.integer({ min: 1, max: maxCommand }),
})
const transfer = {
  ...named,
  serial,
  script: fc.string({ maxLength: 1_000 }),
  timeout: fc.integer({ min: 1, max: maxCommand }),
  transfer_url: short(500),
  ticket: short(1_000),
}
const phoneCommand = fc.oneof(
  shellCommand,
  fc.record({ type: fc.constant('send'), ...transfer }),
  fc.record({ type: fc.constant('receive'), ...transfer, ...byteFields }),
  fc.record({ type: fc.constant('reboot'), ...named, serial }),
  fc.record({ type: fc.constant('cancel'), ...named, command_id: short(64) }),
  fc.record({ type: fc.constant('report'), ...named, command_id: short(64), offset: fc.nat(maxOutput) }),
)

/** JSON loses the sign of zero. */
const overTheWire = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T

describe('an event', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(event, (message) => {
        expect(parseBoxEvent(JSON.stringify(message))).toEqual(overTheWire(message))
      }),
    )
  })

  test('loses what is out of range, and keeps the rest', () => {
    const reported = {
      serial: 'A',
      state: 'ready',
      battery: 101,
      temperature: 'hot',
      cpu: 3,
      model: null,
    }
    expect(parseBoxEvent(JSON.stringify({ type: 'phones', phones: [reported] }))).toEqual({
      type: 'phones',
      phones: [{ serial: 'A', state: 'ready', cpu: 3 }],
    })
  })

  test.each([
    ['too long', `${'x'.repeat(254)}:65535`],
    ['without a port', '10.0.0.9'],
    ['with a blank', '10.0.0.9 :3128'],
    ['of several lines', '10.0.0.9:3128\n'],
    ['with a user', 'somebody@10.0.0.9:3128'],
    ['with NUL', '10.0.0.9\0:3128'],
    ['with half a character', '\ud83d:3128'],
    ['that is no text', 3128],
  ])('loses a proxy %s, and keeps the phone', (_, proxy) => {
    expect(
      parseBoxEvent(JSON.stringify({ type: 'phones', phones: [{ serial: 'A', state: 'ready', cpu: 3, proxy }] })),
    ).toEqual({ type: 'phones', phones: [{ serial: 'A', state: 'ready', cpu: 3 }] })
  })

  test.each([
    ['without a serial number', { state: 'ready' }, { serial: '', reason: 'serial' }],
    [
      'with a serial number that is none',
      { serial: 'a b\ud800', state: 'ready' },
      { serial: 'a?b?', reason: 'serial' },
    ],
    ['in an unknown state', { serial: 'B', state: 'broken' }, { serial: 'B', reason: 'state' }],
    ['that is nothing', null, { serial: '', reason: 'report' }],
    ['with too long a model', { serial: 'B', state: 'ready', model: 'x'.repeat(65) }, { serial: 'B', reason: 'model' }],
    ['with half a character', { serial: 'B', state: 'ready', model: 'x\ud83d' }, { serial: 'B', reason: 'model' }],
    ['with NUL', { serial: 'B', state: 'ready', ip: '\0' }, { serial: 'B', reason: 'ip' }],
    [
      'with a number for a text',
      { serial: 'B', state: 'ready', android_version: 13 },
      { serial: 'B', reason: 'android_version' },
    ],
  ])('lets in all but a phone %s', (_, bad, refused) => {
    const phones = [{ serial: 'A', state: 'ready' }, bad, { serial: 'C', state: 'starting' }]
    expect(parseBoxEvent(JSON.stringify({ type: 'phones', phones }))).toEqual({
      type: 'phones',
      phones: [phones[0], phones[2]],
      refused: [refused],
    })
  })

  test('leaves out what cannot be read of phones that are out of reach', () => {
    const said = { type: 'inventory', agent_version: '1', health: {}, phones: [] }
    const known = { serial: 'A', reason: 'unauthorized' }
    const unreachable = [known, { serial: 'a b', reason: 'offline' }, { serial: 'B', reason: 'asleep' }, null, 7]
    expect(parseBoxEvent(JSON.stringify({ ...said, unreachable }))).toEqual({ ...said, unreachable: [known] })
    expect(parseBoxEvent(JSON.stringify({ ...said, unreachable: 'all' }))).toEqual(said)
    const lost = { type: 'phone_lost', serial: 'A' }
    expect(parseBoxEvent(JSON.stringify({ ...lost, reason: 'asleep' }))).toEqual(lost)
  })

  test('lets in as many phones as a box holds', () => {
    const phones = Array.from({ length: maxPhonesPerBox + 1 }, (_, i) => ({ serial: `P${i}`, state: 'ready' }))
    expect(parseBoxEvent(JSON.stringify({ type: 'inventory', agent_version: '1', health: {}, phones }))).toEqual({
      type: 'inventory',
      agent_version: '1',
      health: {},
      phones: phones.slice(0, maxPhonesPerBox),
      refused: [{ serial: `P${maxPhonesPerBox}`, reason: 'full' }],
    })
  })

  test.each([
    ['a serial number that is none', { type: 'phone_lost', serial: 'a b' }],
    ['no phones at all', { type: 'phones', phones: null }],
    ['a version that no database keeps', { type: 'inventory', agent_version: 'a\0b', health: {}, phones: [] }],
    [
      'a huge piece of output',
      { type: 'command_output', command_id: '1', offset: 0, text: 'x'.repeat(maxPieceLength + 1) },
    ],
    ['output that no database keeps', { type: 'command_output', command_id: '1', offset: 0, text: 'a\0b' }],
    [
      'a reason that is none',
      {
        type: 'command_ended',
        command_id: '1',
        ending: 'failed',
        exit_code: null,
        reason: { code: 'a' },
        truncated: false,
      },
    ],
    ['output beyond what is kept', { type: 'command_output', command_id: '1', offset: maxOutput + 1, text: '' }],
    [
      'an exit code of something that did not exit',
      { type: 'command_ended', command_id: '1', ending: 'failed', exit_code: 1, reason: null, truncated: false },
    ],
    [
      'an exit code that is none',
      { type: 'command_ended', command_id: '1', ending: 'exited', exit_code: 256, reason: null, truncated: false },
    ],
  ])('is refused with %s', (_, message) => {
    expect(parseBoxEvent(JSON.stringify(message))).toBeUndefined()
  })

  test('of an older agent has a sentence, which is its reason', () => {
    const reason = textReason('手机没有响应')
    const result = { type: 'result', command_id: '1', ok: false }
    expect(parseBoxEvent(JSON.stringify({ ...result, message: '手机没有响应' }))).toEqual({ ...result, reason })
    const ended = {
      type: 'command_ended',
      command_id: '1',
      ending: 'failed',
      exit_code: null,
      truncated: false,
      transfer: null,
    }
    expect(parseBoxEvent(JSON.stringify({ ...ended, message: '手机没有响应' }))).toEqual({ ...ended, reason })
    expect(parseBoxEvent(JSON.stringify({ ...result, ok: true, message: '' }))).toEqual({
      ...result,
      ok: true,
      reason: null,
    })
  })
})

const anyCommand = fc.oneof(streamCommand, terminalCommand, tunnelCommand, phoneCommand)

describe('a command', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(anyCommand, (message) => {
        expect(parseBoxCommand(JSON.stringify(message))).toEqual(message)
      }),
    )
  })

  test('is refused with any field missing', () => {
    fc.assert(
      fc.property(
        anyCommand.chain((message) => fc.tuple(fc.constant<object>(message), fc.constantFrom(...Object.keys(message)))),
        ([message, missing]) => {
          const rest = Object.entries(message).filter(([field]) => field !== missing && field !== 'ticket')
          expect(parseBoxCommand(JSON.stringify(Object.fromEntries(rest)))).toBeUndefined()
        },
      ),
    )
  })

  test('that restarts a phone says how long that may take, unless it is of an older server', () => {
    const restart = { type: 'reboot', id: '1', deadline: 1, serial: 'A', timeout: 60_000 }
    expect(parseBoxCommand(JSON.stringify(restart))).toEqual(restart)
    expect(parseBoxCommand(JSON.stringify({ ...restart, timeout: 0 }))).toBeUndefined()
  })

  test('that is cut off anywhere is refused', () => {
    fc.assert(
      fc.property(anyCommand, fc.double({ min: 0, max: 0.99, noNaN: true }), (message, cut) => {
        const payload = JSON.stringify(message)
        expect(parseBoxCommand(payload.slice(0, Math.floor(payload.length * cut)))).toBeUndefined()
      }),
    )
  })

  test.each([
    ['longer than a phone takes', { script: 'x'.repeat(maxScriptLength + 1) }],
    ['longer than a phone takes once it is encoded', { script: '机'.repeat(maxScriptLength / 2) }],
    ['without a time limit', { timeout: 0 }],
    ['with a time limit of days', { timeout: maxCommand + 1 }],
  ])('with a script %s is refused', (_, change) => {
    const message = { type: 'shell', id: '1', deadline: 1, serial: 'A', script: 'ls', timeout: 1_000 }
    expect(parseBoxCommand(JSON.stringify(message))).toEqual(message)
    expect(parseBoxCommand(JSON.stringify({ ...message, ...change }))).toBeUndefined()
  })
})

test('no payload makes a reader throw', () => {
  const nearly = fc
    .dictionary(
      fc.constantFrom('type', 'phones', 'serial', 'health', 'settings', 'id', 'command_id', 'ending', 'script'),
      fc.jsonValue(),
    )
    .map((fields) => JSON.stringify(fields))
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), nearly), (payload) => {
      parseBoxEvent(payload)
      parseBoxCommand(payload)
    }),
  )
})

test('a box is read from its events topic, and from no other', () => {
  fc.assert(
    fc.property(fc.nat(), (box) => {
      expect(boxOfEventsTopic(eventsTopic(box))).toBe(box)
      expect(boxOfEventsTopic(commandsTopic(box))).toBeUndefined()
    }),
  )
  for (const topic of ['boxes/x/events', 'boxes//events', 'boxes/1/events/2', 'a/boxes/1/events'])
    expect(boxOfEventsTopic(topic)).toBeUndefined()
})
