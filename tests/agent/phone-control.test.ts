import { type Consumable, WritableStream } from '@yume-chan/stream-extra'
import { AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy'
import { ScrcpyControlMessageWriter } from '@yume-chan/scrcpy'
import { expect, test } from 'vitest'
import { PhoneControl } from '../../agent/phone-control.ts'

/** A control stream whose messages are taken one by one. */
function phone() {
  const written: Buffer[] = []
  const failures: unknown[] = []
  let take: (() => void) | undefined
  let gate: Promise<void> | undefined
  const stream = new WritableStream<Consumable<Uint8Array>>({
    async write(chunk) {
      await gate
      await chunk.tryConsume(async (bytes) => void written.push(Buffer.from(bytes)))
    },
  })
  const options = new AdbScrcpyOptions3_3_3({ audio: false })
  const control = new PhoneControl(new ScrcpyControlMessageWriter(stream.getWriter(), options), (error) =>
    failures.push(error),
  )
  control.resize(360, 640)
  return {
    control,
    written,
    failures,
    congest: () => {
      gate = new Promise((resolve) => {
        take = resolve
      })
    },
    relieve: () => {
      gate = undefined
      take?.()
    },
  }
}

const touch = (action: 'down' | 'move' | 'up' | 'cancel', x: number, y: number, pointer = 0) =>
  ({ type: 'touch', action, pointer, x, y }) as const
const actions = (written: readonly Buffer[]): (number | undefined)[] => written.map((message) => message[1])
/** The x of a touch message, in pixels. */
const xs = (written: readonly Buffer[]): number[] => written.map((message) => message.readUInt32BE(10))

test('a touch is written as scrcpy expects it, in pixels of the current frame', async () => {
  const { control, written } = phone()
  control.order(touch('down', 0.5, 0.25, 3))
  await expect.poll(() => written).toHaveLength(1)
  const expected = [
    '02', // inject touch
    '00', // down
    '0000000000000003', // the finger
    '000000b4', // x 180
    '000000a0', // y 160
    '0168', // width 360
    '0280', // height 640
    'ffff', // full pressure
    '00000000',
    '00000000',
  ].join('')
  expect(written[0]?.toString('hex')).toBe(expected)
})

test('the frame’s far corner is its last pixel', async () => {
  const { control, written } = phone()
  control.order(touch('down', 1, 1))
  await expect.poll(() => written).toHaveLength(1)
  expect([written[0]?.readUInt32BE(10), written[0]?.readUInt32BE(14)]).toEqual([359, 639])
})

test('moves that wait for a congested phone give way to the newest, and nothing else is lost', async () => {
  const { control, written, congest, relieve } = phone()
  congest()
  control.order(touch('down', 0, 0))
  for (let step = 1; step <= 100; step += 1) control.order(touch('move', step / 100, 0))
  control.order(touch('up', 1, 0))
  control.order(touch('down', 0, 0))
  control.order(touch('move', 0.5, 0))
  relieve()
  await expect.poll(() => written).toHaveLength(5)
  expect(actions(written)).toEqual([0, 2, 1, 0, 2])
  expect(xs(written)).toEqual([0, 359, 359, 0, 180])
})

test('each finger’s newest move is kept', async () => {
  const { control, written, congest, relieve } = phone()
  congest()
  control.order(touch('down', 0, 0, 0))
  for (const x of [0.1, 0.2]) for (const pointer of [0, 1]) control.order(touch('move', x, 0, pointer))
  relieve()
  await expect.poll(() => written).toHaveLength(3)
  expect(xs(written)).toEqual([0, 72, 72])
})

test('a cancelled finger is lifted too, because scrcpy would keep it down', async () => {
  const { control, written } = phone()
  control.order(touch('cancel', 0.5, 0.5))
  await expect.poll(() => written).toHaveLength(2)
  expect(actions(written)).toEqual([3, 1])
})

test('text is typed where a keyboard can, and pasted where it can not', async () => {
  const { control, written } = phone()
  control.order({ type: 'text', text: 'a'.repeat(700) })
  control.order({ type: 'text', text: '你好' })
  await expect.poll(() => written).toHaveLength(4)
  const typed = written.slice(0, 3)
  expect(typed.map((message) => [message[0], message.readUInt32BE(1)])).toEqual([
    [1, 300],
    [1, 300],
    [1, 100],
  ])
  // Set clipboard, sequence 0, with paste.
  expect(written[3]?.toString('hex')).toBe(`09${'00'.repeat(8)}0100000006${Buffer.from('你好').toString('hex')}`)
})

test('a notch of the wheel is a sixteenth of scrcpy’s range', async () => {
  const { control, written } = phone()
  control.order({ type: 'scroll', x: 0, y: 0, dx: 0, dy: -1 })
  control.order({ type: 'scroll', x: 0, y: 0, dx: 100, dy: 0 })
  await expect.poll(() => written).toHaveLength(2)
  expect(written[0]?.readInt16BE(15)).toBe(-0x8000 / 16)
  expect(written[1]?.readInt16BE(13)).toBe(0x7fff)
})

test.each([
  [{ type: 'reset_video' } as const, ['11']],
  [{ type: 'rotate' } as const, ['0b']],
  [{ type: 'back' } as const, ['0400', '0401']],
  [{ type: 'key', action: 'down', keycode: 29, meta: 0x1000 } as const, ['00000000001d0000000000001000']],
])('%o is written as scrcpy expects it', async (order, expected) => {
  const { control, written } = phone()
  control.order(order)
  await expect.poll(() => written).toHaveLength(expected.length)
  expect(written.map((message) => message.toString('hex'))).toEqual(expected)
})

test('a broken stream is told once, and later orders are dropped', async () => {
  const { control, failures } = phone()
  const options = new AdbScrcpyOptions3_3_3({ audio: false })
  const broken = new WritableStream<Consumable<Uint8Array>>({
    write() {
      throw new Error('broken')
    },
  })
  const lost = new PhoneControl(new ScrcpyControlMessageWriter(broken.getWriter(), options), (error) =>
    failures.push(error),
  )
  lost.order({ type: 'rotate' })
  await expect.poll(() => failures).toHaveLength(1)
  lost.order({ type: 'rotate' })
  control.order({ type: 'rotate' })
  expect(failures).toHaveLength(1)
})
