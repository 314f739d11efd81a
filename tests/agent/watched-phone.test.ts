import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decodePacket } from '../../domain/stream-protocol.ts'
import type { PhoneReport } from '../../domain/box-protocol.ts'
import { reason } from '../../texts/reason.ts'
import type { ViewerPeer } from '../relay/relay-under-test.ts'
import { Adb } from './adb.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'

/** Android's key codes and meta states. */
const [keyA, keyC, keyHome, ctrl] = [29, 31, 3, 0x1000]
const notesFile = '/data/data/com.phonedeck.notes/files/notes.txt'

function tap(viewer: ViewerPeer, x: number, y: number): void {
  viewer.say({ type: 'touch', action: 'down', pointer: 0, x, y })
  viewer.say({ type: 'touch', action: 'up', pointer: 0, x, y })
}

function press(viewer: ViewerPeer, keycode: number, meta = 0): void {
  viewer.say({ type: 'key', action: 'down', keycode, meta })
  viewer.say({ type: 'key', action: 'up', keycode, meta })
}

describe.each(['adb’s daemon', 'an adb server'])('over %s', (way) => {
  let phones: VirtualPhones
  let box: BoxUnderTest
  let adb: Adb | undefined
  let reports: PhoneReport[]
  const viewers: ViewerPeer[] = []

  beforeAll(async () => {
    phones = await startPhones(2)
    if (way === 'an adb server') {
      adb = await Adb.open()
      for (const endpoint of phones.endpoints) await adb.run('connect', endpoint)
    }
    box = await BoxUnderTest.open(
      adb ? { ADB_SERVER: `127.0.0.1:${adb.port}` } : { ADB_ENDPOINTS: phones.endpoints.join(',') },
    )
    reports = await box.phonesReady(phones.serials)
  })
  afterEach(() => {
    for (const viewer of viewers.splice(0)) viewer.socket.close()
  })
  afterAll(async () => {
    await box.close()
    await adb?.stop()
    await phones.program.stop()
  })

  const serial = (): string => phones.serials[0] ?? ''
  const onPhone = (command: string): Promise<string> => shell(phones.endpoints[0] ?? '', command)

  async function watch(): Promise<ViewerPeer> {
    const viewer = await box.relay.observe({ serial: serial() })
    viewers.push(viewer)
    return viewer
  }

  /** A controller who sees the phone. */
  async function control(): Promise<ViewerPeer> {
    const viewer = await box.relay.control(`lease-${viewers.length}`, { serial: serial() })
    viewers.push(viewer)
    await viewer.state({ stream: 'streaming', mode: 'control' })
    return viewer
  }

  test('a phone is reported with what it is and how it is', () => {
    expect(reports.map((report) => report.serial)).toEqual(phones.serials)
    expect(reports[0]).toEqual({
      serial: serial(),
      state: 'ready',
      model: expect.any(String),
      android_version: expect.stringMatching(/^\d+/),
      resolution: '360x640',
      battery: expect.any(Number),
      temperature: expect.any(Number),
      ip: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/),
      proxy: '',
      memory: expect.any(Number),
      storage: expect.any(Number),
    })
  })

  test('a watched phone sends parameter sets, then a key frame', async () => {
    const viewer = await watch()
    const [config, key] = [decodePacket(await viewer.packet()), decodePacket(await viewer.packet())]
    expect(config).toMatchObject({ config: true, key: false })
    expect(key).toMatchObject({ config: false, key: true })
    await viewer.state({ stream: 'streaming' })
  })

  test('a tap opens an app, and texts arrive in any script and in order', async () => {
    const viewer = await control()
    press(viewer, keyHome)
    // The notes app is the first in the dock.
    tap(viewer, 0.16, 0.84)
    viewer.say({ type: 'text', text: 'hello ' })
    viewer.say({ type: 'text', text: '你好' })
    viewer.say({ type: 'text', text: '!' })
    await expect.poll(() => onPhone(`cat ${notesFile}`), { timeout: 5_000 }).toContain('hello 你好!')
  })

  test('what is copied on the phone is told to its controller', async () => {
    const viewer = await control()
    press(viewer, keyHome)
    tap(viewer, 0.16, 0.84)
    viewer.say({ type: 'clipboard', text: '你好', paste: true })
    press(viewer, keyA, ctrl)
    press(viewer, keyC, ctrl)
    expect((await viewer.message('clipboard')).text).toContain('你好')
  })

  test('a turned phone sends parameter sets of another size', async () => {
    const viewer = await control()
    const upright = await viewer.packet()
    expect(decodePacket(upright)?.config).toBe(true)
    viewer.say({ type: 'rotate' })
    let turned = await viewer.packet()
    while (!decodePacket(turned)?.config) turned = await viewer.packet()
    expect(turned).not.toEqual(upright)
    viewer.say({ type: 'rotate' })
  })

  test('a phone that nobody watches has its video stopped, and started again for the next', async () => {
    const first = await watch()
    await first.state({ stream: 'streaming' })
    expect(await onPhone('ps -A')).toContain('app_process')
    for (const viewer of viewers.splice(0)) viewer.socket.close()
    await expect.poll(() => onPhone('ps -A'), { timeout: 5_000 }).not.toContain('app_process')
    const second = await watch()
    await second.state({ stream: 'streaming' })
  })

  test('a phone that reboots is lost for a reason, found again, and seen again', async () => {
    const viewer = await watch()
    await viewer.state({ stream: 'streaming' })
    await onPhone('reboot')
    await viewer.state({ stream: 'lost', reason: reason('agent.phoneClosed') })
    expect((await box.event('phone_lost')).serial).toBe(serial())
    await box.phonesReady([serial()])
    await viewer.state({ stream: 'streaming' })
  })
})
