import { beforeEach, describe, expect, it } from 'vitest'
import type { Area } from '../../../phone/screen/area.ts'
import { iconOf, makePhone, tap } from './test-phone.ts'

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone()
})

const volumeUp = 24
const volumeDown = 25
const power = 26
const volumeMute = 164

const press = (...keycodes: number[]) => {
  for (const keycode of keycodes) {
    phone.screen.key('down', keycode)
    phone.screen.key('up', keycode)
  }
}
const times = (count: number, keycode: number) => Array.from({ length: count }, () => keycode)
const picture = async () => (await phone.screen.png()).toString('base64')

/** Watches the screen; answers what has become dirty since it was last asked. */
function watch(): () => Area[] {
  const areas: Area[] = []
  phone.screen.watch({ dirty: (area) => areas.push(area), rotated: () => {} })
  return () => areas.splice(0)
}

describe('the volume keys', () => {
  it.each([
    ['turn up by one step', [volumeUp], 6],
    ['turn down by one step', [volumeDown], 4],
    ['end at Android’s fifteen steps', times(20, volumeUp), 15],
    ['end at nothing', times(20, volumeDown), 0],
    ['mute', [volumeMute], 0],
    ['give back what was muted', [volumeMute, volumeMute], 5],
    ['end the muting upwards', [volumeMute, volumeUp], 6],
    ['leave it muted downwards', [volumeMute, volumeDown], 0],
  ])('%s', (_, keys, level) => {
    press(...keys)
    expect(phone.volume.level).toBe(level)
  })

  it('do nothing while the screen is off', () => {
    press(power, volumeUp, power)
    expect(phone.volume.level).toBe(5)
  })
})

describe('the volume panel', () => {
  it('comes with a press, over any app, and goes three seconds after the last', async () => {
    const before = await picture()
    watch()
    press(volumeUp)
    const shown = await picture()
    expect(shown).not.toBe(before)
    phone.clock.now += 2_000
    press(volumeUp)
    expect(phone.screen.advance()).toBe(3_000)
    phone.clock.now += 2_999
    expect(await picture()).not.toBe(before)
    phone.clock.now += 1
    phone.screen.advance()
    expect(await picture()).toBe(before)
  })

  it('goes also when nobody looks', async () => {
    const before = await picture()
    press(volumeDown)
    phone.clock.now += 3_000
    expect(await picture()).toBe(before)
  })

  it('dirties its corner only, and nothing once it is gone', () => {
    const dirty = watch()
    press(volumeUp)
    for (const area of dirty()) {
      expect(area.x).toBeGreaterThan(250)
      expect((area.width * area.height) / (360 * 640)).toBeLessThan(0.15)
    }
    phone.clock.now += 3_000
    phone.screen.advance()
    expect(dirty()).toHaveLength(1)
    phone.volume.raise()
    expect(phone.screen.advance()).toBe(27_000)
    expect(dirty()).toEqual([])
  })

  it('shows another level at once, whoever sets it', async () => {
    press(volumeUp)
    const six = await picture()
    const dirty = watch()
    phone.volume.level = 12
    expect(dirty()).toHaveLength(1)
    expect(await picture()).not.toBe(six)
  })

  it('comes when the shell asks for it', async () => {
    const before = await picture()
    phone.volume.show()
    expect(await picture()).not.toBe(before)
  })

  it('is slid by a finger, and stays under it', () => {
    watch()
    press(volumeUp)
    phone.screen.touch('down', 0, 322, 250)
    const low = phone.volume.level
    phone.screen.touch('move', 0, 322, 180)
    expect(phone.volume.level).toBeGreaterThan(low)
    phone.screen.touch('move', 0, 322, -500)
    expect(phone.volume.level).toBe(15)
    phone.clock.now += 20_000
    expect(phone.screen.advance()).toBe(10_000)
    phone.screen.touch('up', 0, 322, -500)
    expect(phone.screen.advance()).toBe(3_000)
  })

  it('goes when something else is touched, which gets the touch', async () => {
    press(volumeUp)
    tap(phone.screen, ...iconOf('设置'))
    expect(phone.screen.frontApp?.title).toBe('设置')
    const settings = await picture()
    phone.clock.now += 3_000
    expect(await picture()).toBe(settings)
  })
})
