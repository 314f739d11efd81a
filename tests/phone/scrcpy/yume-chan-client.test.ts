import { AdbScrcpyClient, AdbScrcpyExitedError, AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy'
import {
  AndroidKeyCode,
  AndroidKeyEventAction,
  AndroidKeyEventMeta,
  AndroidMotionEventAction,
  AndroidMotionEventButton,
  type ScrcpyMediaStreamPacket,
} from '@yume-chan/scrcpy'
import { afterEach, describe, expect, it } from 'vitest'
import { scrcpyServer } from '../../../phone/scrcpy/scrcpy-server.ts'
import { iconOf, jarPath, makePhone } from '../screen/test-phone.ts'
import { loopbackAdb } from './loopback-adb.ts'

/** The client that the box agent uses, unmodified, is the judge of this server. */
type Options = ConstructorParameters<typeof AdbScrcpyOptions3_3_3>[0]

const open: AdbScrcpyClient<AdbScrcpyOptions3_3_3<boolean>>[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function start(options: Options, phone = makePhone()) {
  const adb = loopbackAdb({ sockets: phone.sockets, program: scrcpyServer(phone) })
  const client = await AdbScrcpyClient.start(
    adb,
    jarPath,
    new AdbScrcpyOptions3_3_3({ audio: false, tunnelForward: true, ...options }),
  )
  open.push(client)
  const video = await client.videoStream
  if (!video) throw new Error('no video')
  const reader = video.stream.getReader()
  const next = async (): Promise<ScrcpyMediaStreamPacket> => {
    const { done, value } = await reader.read()
    if (done) throw new Error('the stream has ended')
    return value
  }
  const { controller } = client
  if (!controller) throw new Error('no controller')
  return { ...phone, client, video, next, controller }
}

const touch = (action: AndroidMotionEventAction, [x, y]: [number, number]) => ({
  action,
  pointerId: -2n,
  pointerX: x,
  pointerY: y,
  videoWidth: 360,
  videoHeight: 640,
  pressure: 1,
  actionButton: AndroidMotionEventButton.None,
  buttons: AndroidMotionEventButton.None,
})
const key = (keyCode: AndroidKeyCode, metaState: AndroidKeyEventMeta = AndroidKeyEventMeta.None) => ({
  action: AndroidKeyEventAction.Down,
  keyCode,
  repeat: 0,
  metaState,
})

describe('the video that the client receives', () => {
  it('begins with name, codec and size, a configuration and a key frame', async () => {
    const { video, next } = await start({})
    expect(video.metadata).toMatchObject({ deviceName: 'Pixel 6', codec: 0x68323634, width: 360, height: 640 })
    expect(await next()).toMatchObject({ type: 'configuration' })
    expect(await next()).toMatchObject({ type: 'data', keyframe: true })
    expect([video.width, video.height]).toEqual([360, 640])
  })

  it('works through a reverse tunnel as well, and with audio, which is disabled', async () => {
    const { client, next } = await start({ tunnelForward: false, audio: true })
    expect(await next()).toMatchObject({ type: 'configuration' })
    expect(await client.audioStream).toMatchObject({ type: 'disabled' })
  })

  it('is scaled to max_size, and touches are in its pixels', async () => {
    const { video, next, controller, screen } = await start({ maxSize: 320 })
    await next()
    expect([video.width, video.height]).toEqual([184, 320])
    const [x, y] = iconOf('备忘录')
    const scaled = {
      ...touch(AndroidMotionEventAction.Down, [(x * 184) / 360, y / 2]),
      videoWidth: 184,
      videoHeight: 320,
    }
    await controller.injectTouch(scaled)
    await controller.injectTouch({ ...scaled, action: AndroidMotionEventAction.Up })
    await expect.poll(() => screen.frontApp?.title).toBe('备忘录')
  })

  it('continues with a delta frame when a touch changes the frame', async () => {
    const { next, controller } = await start({})
    await next()
    const first = await next()
    await controller.injectTouch(touch(AndroidMotionEventAction.Down, iconOf('Amazon')))
    const second = await next()
    expect(second).toMatchObject({ type: 'data', keyframe: false })
    expect(second.data.length).toBeLessThan(first.data.length / 5)
    expect(second.type === 'data' && first.type === 'data' && (second.pts ?? 0n) > (first.pts ?? 0n)).toBe(true)
  })

  it('starts again with the turned size after a rotation', async () => {
    const { video, next, controller } = await start({})
    await next()
    await next()
    await controller.rotateDevice()
    expect(await next()).toMatchObject({ type: 'configuration' })
    expect(await next()).toMatchObject({ type: 'data', keyframe: true })
    expect([video.width, video.height]).toEqual([640, 360])
  })

  it('starts again when it is reset', async () => {
    const { next, controller } = await start({})
    await next()
    await next()
    await controller.resetVideo()
    expect(await next()).toMatchObject({ type: 'configuration' })
    expect(await next()).toMatchObject({ type: 'data', keyframe: true })
  })
})

describe('what the client sends', () => {
  it('opens an app by touch and types into it by text, keys and the wheel', async () => {
    const { controller, screen, notes } = await start({})
    await controller.injectTouch(touch(AndroidMotionEventAction.Down, iconOf('备忘录')))
    await controller.injectTouch(touch(AndroidMotionEventAction.Up, iconOf('备忘录')))
    await controller.injectText('hello')
    await controller.injectKeyCode(key(AndroidKeyCode.Enter))
    await controller.injectKeyCode(key(AndroidKeyCode.KeyA, AndroidKeyEventMeta.Shift))
    await controller.injectScroll({
      pointerX: 100,
      pointerY: 300,
      videoWidth: 360,
      videoHeight: 640,
      scrollX: 0,
      scrollY: -1,
      buttons: 0,
    })
    await expect.poll(() => notes.read()).toBe('hello\nA')
    await controller.backOrScreenOn(AndroidKeyEventAction.Down)
    await expect.poll(() => screen.frontApp).toBeUndefined()
  })

  it('pastes Chinese through the clipboard and is told when that is done', async () => {
    const { controller, screen, notes } = await start({})
    screen.launch('com.phonedeck.notes')
    await controller.setClipboard({ sequence: 7n, paste: true, content: '你好' })
    expect(notes.read()).toBe('你好')
    expect(screen.clipboard).toBe('你好')
  })

  it('has the phone copy, and hears of the clipboard', async () => {
    const { client, controller, screen, notes } = await start({})
    screen.launch('com.phonedeck.notes')
    notes.write('从手机来')
    await controller.injectKeyCode(key(AndroidKeyCode.KeyC, AndroidKeyEventMeta.Ctrl))
    const reader = client.clipboard?.getReader()
    expect(await reader?.read()).toEqual({ done: false, value: '从手机来' })
  })

  it('starts apps by package name and by title', async () => {
    const { controller, screen } = await start({})
    await controller.startApp('com.android.settings')
    await expect.poll(() => screen.frontApp?.title).toBe('设置')
    await controller.startApp('wal', { searchByName: true, forceStop: true })
    await expect.poll(() => screen.frontApp?.title).toBe('Walmart')
  })

  it('wakes a phone that sleeps', async () => {
    const phone = makePhone()
    phone.screen.sleep()
    await start({ powerOn: false }, phone)
    expect(phone.screen.isOn).toBe(false)
    const { controller } = await start({ powerOn: false, scid: undefined }, phone)
    await controller.backOrScreenOn(AndroidKeyEventAction.Down)
    await expect.poll(() => phone.screen.isOn).toBe(true)
  })
})

/** What a server printed that ended before its sockets were open. */
async function exited(options: Options, version = '3.3.3'): Promise<readonly string[]> {
  const phone = makePhone()
  const adb = loopbackAdb({ sockets: phone.sockets, program: scrcpyServer(phone) })
  const started = AdbScrcpyClient.start(
    adb,
    jarPath,
    new AdbScrcpyOptions3_3_3({ tunnelForward: true, ...options }, { version }),
  )
  return started.then(
    () => [],
    (error: unknown) => (error instanceof AdbScrcpyExitedError ? error.output : []),
  )
}

describe('a server that does not start', () => {
  it('says which version it is', async () => {
    expect(await exited({}, '3.1')).toContain(
      '[server] ERROR: The server version (3.3.3) does not match the client (3.1)',
    )
  })

  it('says that it has no other codec', async () => {
    expect(await exited({ videoCodec: 'h265' })).toContain(
      '[server] ERROR: Could not create default video encoder for h265',
    )
  })

  it('lists its display, in lines that the client understands', async () => {
    let printed = ''
    const code = await scrcpyServer(makePhone())({
      args: ['3.3.3', 'list_displays=true'],
      env: { CLASSPATH: jarPath },
      stdout: (text) => (printed += text),
      stderr: (text) => (printed += text),
      signal: AbortSignal.abort(),
    })
    const options = new AdbScrcpyOptions3_3_3({})
    const displays = printed.split('\n').flatMap((line) => options.parseDisplay(line) ?? [])
    expect([code, displays]).toEqual([0, [{ id: 0, resolution: '360x640' }]])
  })
})
