import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { h264ParseConfiguration } from '@yume-chan/scrcpy'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PhoneScreen } from '../../../phone/screen/phone-screen.ts'
import { scrcpyServer } from '../../../phone/scrcpy/scrcpy-server.ts'
import { hex } from '../../support/pieces.ts'
import { iconOf, jarPath, makePhone, tap } from '../screen/test-phone.ts'

const aborts: AbortController[] = []
afterEach(() => {
  for (const abort of aborts.splice(0)) abort.abort()
})

/** Runs the server on a phone; `sockets` waits for what it writes on the tunnel's sockets. */
function run(options: string[], phone = makePhone()) {
  const abort = new AbortController()
  aborts.push(abort)
  let [out, err] = ['', '']
  const exit = scrcpyServer(phone)({
    args: ['3.3.3', 'scid=00001234', 'tunnel_forward=true', 'audio=false', ...options],
    env: { CLASSPATH: jarPath },
    stdout: (text) => (out += text),
    stderr: (text) => (err += text),
    signal: abort.signal,
  })
  const connect = () => {
    const socket = phone.sockets.connect('scrcpy_00001234')
    if (!socket) throw new Error('nobody listens')
    return socket
  }
  return { ...phone, abort, exit, connect, output: () => out, errors: () => err }
}

/** Reads exactly so many bytes. */
async function take(socket: Duplex, length: number): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(length)
    if (Buffer.isBuffer(bytes)) return bytes
    if (socket.readableEnded || socket.destroyed) throw new Error('the socket has ended')
    await once(socket, 'readable')
  }
}

interface Packet {
  config: boolean
  key: boolean
  pts: bigint
  data: Buffer
}

async function takePacket(socket: Duplex): Promise<Packet> {
  const header = await take(socket, 12)
  const data = await take(socket, header.readUInt32BE(8))
  const flags = header.readBigUInt64BE(0)
  return { config: flags >> 63n === 1n, key: ((flags >> 62n) & 1n) === 1n, pts: flags & ((1n << 62n) - 1n), data }
}

/** The control message of a finger on a video of 360 x 640. */
function touch(action: 'down' | 'up' | 'move' | 'cancel', [x, y]: [number, number], pointerId = -2n): Buffer {
  const message = Buffer.alloc(32)
  message.writeUInt8(2, 0)
  message.writeUInt8(['down', 'up', 'move', 'cancel'].indexOf(action), 1)
  message.writeBigInt64BE(pointerId, 2)
  message.writeInt32BE(x, 10)
  message.writeInt32BE(Math.round(y), 14)
  message.writeUInt16BE(360, 18)
  message.writeUInt16BE(640, 20)
  return message
}

/** The control message of a pressed key. */
function key(keycode: number): Buffer {
  const message = Buffer.alloc(14)
  message.writeInt32BE(keycode, 2)
  return message
}

/** A server whose client has read everything that there is before the encoder. */
async function starting(options: string[] = [], phone = makePhone()) {
  const server = run(options, phone)
  const [video, control] = [server.connect(), server.connect()]
  await take(video, 1 + 64)
  return { ...server, video, control }
}

/** What a real encoder takes at most, in milliseconds. */
const slowestStart = 200

/** A server whose client has read everything up to the first key frame. */
async function streaming(options: string[] = [], phone = makePhone()) {
  const server = await starting(options, phone)
  const { video, control } = server
  // A clock that stands still holds the encoder up as well.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(slowestStart)
  await take(video, 12)
  const config = await takePacket(video)
  const first = await takePacket(video)
  return { ...server, video, control, config, first }
}

describe('the sockets', () => {
  it('carry dummy byte, name, codec, size, then packets with pts', async () => {
    const server = run([])
    const video = server.connect()
    server.connect()
    expect((await take(video, 1)).toString('hex')).toBe('00')
    expect((await take(video, 64)).toString().replace(/\0+$/, '')).toBe('Pixel 6')
    expect((await take(video, 12)).toString('hex')).toBe('683236340000016800000280')
    expect(await takePacket(video)).toMatchObject({ config: true, key: false, pts: 0n })
    expect(await takePacket(video)).toMatchObject({ config: false, key: true })
  })

  it('carry nothing but video in a raw stream', async () => {
    const server = run(['raw_stream=true', 'control=false'])
    expect((await take(server.connect(), 5)).toString('hex')).toBe('0000000167')
  })

  it('say that audio is disabled', async () => {
    const server = run(['audio=true', 'video=false', 'send_device_meta=false', 'send_dummy_byte=false'])
    const audio = server.connect()
    server.connect()
    expect((await take(audio, 4)).toString('hex')).toBe('00000000')
  })

  it('are no longer listened on once all are open', async () => {
    const server = run(['control=false'])
    server.connect()
    expect(() => server.connect()).toThrow('nobody listens')
  })

  it('end the server when one of them closes', async () => {
    const { video, control, exit } = await streaming()
    control.destroy()
    expect(await exit).toBe(0)
    video.resume()
    await once(video, 'end')
  })

  it('close when the shell is interrupted', async () => {
    const { video, abort, exit } = await streaming()
    abort.abort()
    expect(await exit).toBe(0)
    video.resume()
    await once(video, 'end')
  })

  it('stop being waited for when the shell is interrupted', async () => {
    const { abort, exit, sockets } = run([])
    abort.abort()
    expect(await exit).toBe(1)
    expect(sockets.connect('scrcpy_00001234')).toBeUndefined()
  })
})

describe('a server that cannot run', () => {
  it('has not been pushed', async () => {
    const { exit, errors } = run([], { ...makePhone(), fileExists: () => false })
    expect(await exit).toBe(1)
    expect(errors()).toContain('ClassNotFoundException')
  })

  it('finds nobody at a reverse tunnel', async () => {
    const { exit, errors } = run(['tunnel_forward=false'])
    expect(await exit).toBe(1)
    expect(errors()).toBe('[server] ERROR: Connection refused\n')
  })

  it.each([
    ['display_id=3', 'Display 3 not found'],
    ['video_source=camera', 'Camera mirroring is not supported'],
    ['video_codec=av1', 'Could not create default video encoder for av1'],
    ['video_encoder=OMX.none', "Video encoder 'OMX.none' for h264 not found"],
  ])('is asked for %s', async (option, message) => {
    const { exit, errors } = run([option])
    expect(await exit).toBe(1)
    expect(errors()).toBe(`[server] ERROR: ${message}\n`)
  })
})

describe('a client that breaks the protocol', () => {
  it.each([
    ['an unknown type', Buffer.of(99), 'Unknown event type: 99'],
    ['a text over 300 bytes', Buffer.of(1, 0, 0, 2, 0), 'exceeds the limit of 300'],
    ['a clipboard of 4 GB', Buffer.from('09000000000000000000ffffffff', 'hex'), 'exceeds the limit'],
  ])('with %s is disconnected, and the server says why', async (_words, message, reason) => {
    const { control, exit, errors } = await streaming()
    control.write(message)
    expect(await exit).toBe(0)
    expect(errors()).toContain('[server] ERROR: Controller error: ')
    expect(errors()).toContain(reason)
  })

  it('leaves no finger on the screen', async () => {
    const phone = makePhone()
    const broken = await streaming([], phone)
    broken.control.write(Buffer.concat([touch('down', iconOf('Amazon')), Buffer.of(99)]))
    await broken.exit
    tap(phone.screen, ...iconOf('备忘录'))
    expect(phone.screen.frontApp?.title).toBe('备忘录')
  })

  it('leaves the phone usable for the next one', async () => {
    const phone = makePhone()
    const broken = await streaming([], phone)
    broken.control.write(Buffer.of(99))
    await broken.exit
    const { first } = await streaming([], phone)
    expect(first.key).toBe(true)
  })
})

describe('the encoder', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] }))
  afterEach(() => void vi.useRealTimers())

  it('takes 100 to 200 ms before its codec and its first packet are there, as a real one does', async () => {
    const { video } = await starting()
    await vi.advanceTimersByTimeAsync(99)
    expect(video.readableLength).toBe(0)
    await vi.advanceTimersByTimeAsync(slowestStart - 99)
    expect((await take(video, 12)).toString('hex')).toBe('683236340000016800000280')
    expect(await takePacket(video)).toMatchObject({ config: true })
    expect(await takePacket(video)).toMatchObject({ key: true })
  })

  it('begins once, at the size of then, whatever happens while it starts', async () => {
    const { video, control, screen } = await starting(['clipboard_autosync=false'])
    control.write(Buffer.concat([Buffer.of(17, 17), touch('down', iconOf('Amazon')), Buffer.of(11, 17, 8, 0)]))
    // The clipboard's answer says that what was sent before it has been dealt with.
    await take(control, 5)
    expect(screen.width).toBe(640)
    expect(video.readableLength).toBe(0)
    await vi.advanceTimersByTimeAsync(slowestStart)
    expect((await take(video, 12)).toString('hex')).toBe('683236340000028000000168')
    const config = await takePacket(video)
    expect(h264ParseConfiguration(config.data).croppedWidth).toBe(640)
    expect(await takePacket(video)).toMatchObject({ config: false, key: true })
    control.write(Buffer.of(17))
    expect(await takePacket(video)).toMatchObject({ config: true })
  })

  it('stops with its viewer while it starts', async () => {
    const { video, exit } = await starting()
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    video.destroy()
    await exit
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('frames', () => {
  it('follow a touch within the turn of the event loop that brings it', async () => {
    const { video, control } = await streaming()
    // The frame after a key frame may come at once; from then on the rate counts.
    control.write(touch('down', iconOf('Amazon')))
    const { key, data } = await takePacket(video)
    expect(key).toBe(false)
    expect(data.length).toBeGreaterThan(300)
  })

  it('do not come while nothing changes, and no timer runs but the clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] })
    try {
      const { video } = await streaming()
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      await vi.advanceTimersByTimeAsync(20_000)
      expect(video.readableLength).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leave no timer behind when the viewer has gone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval'] })
    try {
      const { screen, video, exit } = await streaming()
      screen.launch('com.phonedeck.motion')
      video.destroy()
      await exit
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are merged while the client does not read, and the newest state comes when it does', async () => {
    const { screen, video, control } = await streaming()
    // Forty turns of the phone, each a key frame of more than the sockets hold, with nobody reading.
    for (let turn = 0; turn < 40; turn++) {
      control.write(Buffer.of(11))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(screen.width).toBe(360)
    screen.rotate()
    const sizes: number[] = []
    do {
      const packet = await takePacket(video)
      if (packet.config) sizes.push(h264ParseConfiguration(packet.data).croppedWidth)
    } while (sizes.at(-1) !== screen.width)
    expect(sizes.length).toBeLessThan(5)
  })

  it('start anew a few times at most when a thousand resets come at once', async () => {
    const { video, control } = await streaming()
    control.write(Buffer.alloc(1_000, 17))
    // After the resets a rotation, whose size tells its config packet from theirs.
    control.write(Buffer.of(11))
    let configs = 0
    for (let width = 0; width !== 640;) {
      const packet = await takePacket(video)
      if (!packet.config) continue
      configs++
      width = h264ParseConfiguration(packet.data).croppedWidth
    }
    // As often as the server lets other phones in between (every 8 ms), not as often as it was asked.
    expect(configs).toBeLessThan(20)
  })

  it('come to a second viewer from its own key frame on', async () => {
    const phone = makePhone()
    await streaming([], phone)
    const { first } = await streaming([], phone)
    expect(first.key).toBe(true)
  })

  it('ignore touches that were meant for another size', async () => {
    const { control, screen } = await streaming(['clipboard_autosync=false'])
    screen.rotate()
    control.write(Buffer.concat([touch('down', iconOf('Amazon')), touch('up', iconOf('Amazon'))]))
    control.write(Buffer.of(8, 0))
    // The clipboard's answer says that the touches before it have been dealt with.
    await take(control, 5)
    expect(screen.frontApp).toBeUndefined()
  })
})

const setClipboard = (text: string, sequence = 0) => {
  const encoded = Buffer.from(text)
  const message = Buffer.alloc(14 + encoded.length)
  message.writeUInt8(9, 0)
  message.writeBigUInt64BE(BigInt(sequence), 1)
  message.writeUInt32BE(encoded.length, 10)
  encoded.copy(message, 14)
  return message
}

/** How many pixels of an upright phone have the colour of the sun in its first photograph. */
async function sunlit(screen: PhoneScreen): Promise<number> {
  const canvas = createCanvas(screen.width, screen.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(await loadImage(await screen.png()), 0, 0)
  const pixels = new Uint32Array(pen.getImageData(0, 78, 360, 522).data.buffer)
  return pixels.filter((pixel) => pixel === 0xfffcf3e8).length
}

/** A client of a phone that shows its first photograph. */
async function photograph() {
  const server = await streaming(['clipboard_autosync=false'])
  server.screen.launch('com.phonedeck.gallery')
  server.clock.now += 1_000
  tap(server.screen, 40, 180)
  /** Sends touches, and waits until they have been dealt with. */
  const send = async (...touches: Buffer[]) => {
    server.control.write(Buffer.concat([...touches, Buffer.of(8, 0)]))
    await take(server.control, 5)
  }
  return { ...server, send }
}

describe('two fingers', () => {
  it('pinch a photograph to the size that they are moved apart, in bytes as a client sends them', async () => {
    const { screen, send } = await photograph()
    const before = await sunlit(screen)
    await send(
      hex('02 00 0000000000000000 00000034 000000cb 0168 0280 ffff 00000000 00000000'),
      hex('02 00 0000000000000001 0000005c 0000011b 0168 0280 ffff 00000000 00000000'),
      hex('02 02 0000000000000000 00000020 000000a3 0168 0280 ffff 00000000 00000000'),
      hex('02 02 0000000000000001 00000070 00000143 0168 0280 ffff 00000000 00000000'),
      hex('02 01 0000000000000000 00000020 000000a3 0168 0280 0000 00000000 00000000'),
      hex('02 01 0000000000000001 00000070 00000143 0168 0280 0000 00000000 00000000'),
    )
    expect((await sunlit(screen)) / before).toBeCloseTo(4, 0)
  })

  it('leave a photograph as it is when the client goes in the middle', async () => {
    const { screen, control, send, exit } = await photograph()
    await send(touch('down', [80, 200], 0n), touch('down', [120, 280], 1n))
    control.destroy()
    await exit
    const before = await sunlit(screen)
    screen.touch('move', 0, 10, 10)
    screen.touch('down', 5, 100, 300)
    screen.touch('move', 5, 100, 320)
    screen.touch('up', 5, 100, 320)
    expect(await sunlit(screen)).toBe(before)
  })
})

describe('the volume keys', () => {
  it('turn up, down and off, shown in a frame that follows and in one that hides it again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const { video, control, volume, clock } = await streaming()
      const later = (milliseconds: number) => {
        clock.now += milliseconds
        return vi.advanceTimersByTimeAsync(milliseconds)
      }
      await later(1_000)
      control.write(Buffer.concat([key(24), key(24), key(25)]))
      await takePacket(video)
      expect(volume.level).toBe(6)
      await later(2_000)
      control.write(key(164))
      await takePacket(video)
      expect(volume.level).toBe(0)
      await later(2_900)
      expect(video.readableLength).toBe(0)
      await later(200)
      await takePacket(video)
      await later(10_000)
      expect([video.readableLength, vi.getTimerCount()]).toEqual([0, 1])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the clipboard', () => {
  it('is acknowledged to the one who sets it and told to the others', async () => {
    const phone = makePhone()
    const [one, other] = [await streaming([], phone), await streaming([], phone)]
    one.control.write(setClipboard('你好', 5))
    expect((await take(one.control, 9)).toString('hex')).toBe('010000000000000005')
    expect((await take(other.control, 11)).toString('hex')).toBe('0000000006e4bda0e5a5bd')
    expect(one.control.readableLength).toBe(0)
  })

  it('is answered when asked for without autosync', async () => {
    const { control, screen } = await streaming(['clipboard_autosync=false'])
    screen.clipboard = 'abc'
    control.write(Buffer.of(8, 0))
    expect((await take(control, 8)).toString('hex')).toBe('0000000003616263')
  })
})
