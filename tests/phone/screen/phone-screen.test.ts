import { beforeEach, describe, expect, it } from 'vitest'
import type { Area } from '../../../phone/screen/area.ts'
import { iconOf, makePhone, tap } from './test-phone.ts'

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone()
})

const home = 3
const back = 4
const power = 26
const recents = 187

/** Watches the screen; answers what has become dirty since it was last asked. */
function watch() {
  let areas: Area[] = []
  let turns = 0
  const unwatch = phone.screen.watch({ dirty: (area) => areas.push(area), rotated: () => turns++ })
  return {
    unwatch,
    turns: () => turns,
    dirty: () => {
      const seen = areas
      areas = []
      return seen
    },
  }
}

describe('the home screen', () => {
  it('opens an app when its icon is tapped', () => {
    tap(phone.screen, ...iconOf('备忘录'))
    expect(phone.screen.frontApp?.title).toBe('备忘录')
  })

  it('marks an icon while a finger is on it, and nothing else', () => {
    const { dirty } = watch()
    const [x, y] = iconOf('Amazon')
    phone.screen.touch('down', 0, x, y)
    const [area, ...others] = dirty()
    expect(others).toEqual([])
    expect(area).toMatchObject({ width: 50, height: 50 })
  })

  it('opens nothing when the finger leaves the icon', () => {
    const [x, y] = iconOf('Amazon')
    phone.screen.touch('down', 0, x, y)
    phone.screen.touch('move', 0, x + 100, y)
    phone.screen.touch('up', 0, x, y)
    expect(phone.screen.frontApp).toBeUndefined()
  })

  it('follows one finger only', () => {
    const [x, y] = iconOf('Amazon')
    phone.screen.touch('down', 0, x, y)
    phone.screen.touch('down', 1, ...iconOf('备忘录'))
    phone.screen.touch('up', 1, ...iconOf('备忘录'))
    expect(phone.screen.frontApp).toBeUndefined()
    phone.screen.touch('up', 0, x, y)
    expect(phone.screen.frontApp?.title).toBe('Amazon')
  })

  it('is where home, back and the buttons lead', () => {
    const ways = [
      () => phone.screen.key('down', home),
      () => phone.screen.key('down', back),
      () => phone.screen.back(),
      () => tap(phone.screen, 180, 625),
      () => tap(phone.screen, 60, 625),
    ]
    for (const way of ways) {
      phone.screen.launch('com.phonedeck.notes')
      way()
      expect(phone.screen.frontApp).toBeUndefined()
    }
  })
})

it('opens apps by package name, and says when there is none', () => {
  expect(phone.screen.launch('com.phonedeck.motion')).toBe(true)
  expect(phone.screen.frontApp?.title).toBe('动画')
  expect(phone.screen.launch('com.example.nothing')).toBe(false)
  expect(phone.screen.frontApp?.title).toBe('动画')
})

describe('the recents', () => {
  beforeEach(() => {
    phone.screen.launch('com.android.settings')
    phone.screen.launch('com.phonedeck.notes')
    phone.screen.key('down', recents)
  })

  it('bring back the app whose card is tapped', () => {
    tap(phone.screen, 20, 250)
    expect(phone.screen.frontApp?.title).toBe('设置')
  })

  it('end an app that is thrown upwards', async () => {
    phone.screen.touch('down', 0, 180, 300)
    phone.screen.touch('move', 0, 180, 150)
    phone.screen.touch('up', 0, 180, 150)
    tap(phone.screen, 180, 250)
    expect(phone.screen.frontApp?.title).toBe('设置')
  })

  it('end all apps with one button, and lead home', () => {
    tap(phone.screen, 180, 570)
    expect(phone.screen.frontApp).toBeUndefined()
  })

  it('close with back, leaving the app in front', () => {
    phone.screen.back()
    expect(phone.screen.frontApp?.title).toBe('备忘录')
  })

  it('take no text', () => {
    phone.screen.text('lost')
    expect(phone.notes.read()).toBe('')
  })
})

describe('turning the phone', () => {
  it('swaps its sides and tells the viewers', () => {
    const { turns } = watch()
    phone.screen.rotate()
    expect([phone.screen.width, phone.screen.height, turns()]).toEqual([640, 360, 1])
  })

  it('keeps the app in front', () => {
    phone.screen.launch('com.phonedeck.notes')
    phone.screen.rotate()
    phone.screen.text('quer')
    expect(phone.notes.read()).toBe('quer')
  })
})

describe('a screen that is off', () => {
  it('is black and takes no touch', async () => {
    phone.screen.key('down', power)
    tap(phone.screen, ...iconOf('Amazon'))
    phone.screen.key('down', power)
    expect(phone.screen.frontApp).toBeUndefined()
  })

  it('goes on where it was', () => {
    phone.screen.launch('com.android.settings')
    phone.screen.key('down', power)
    expect(phone.screen.isOn).toBe(false)
    phone.screen.key('down', power)
    expect([phone.screen.isOn, phone.screen.frontApp?.title]).toEqual([true, '设置'])
  })

  it('changes by itself no more', () => {
    watch()
    phone.screen.launch('com.phonedeck.motion')
    phone.screen.sleep()
    expect(phone.screen.advance()).toBe(Infinity)
  })
})

describe('time', () => {
  it('changes an idle home screen at the next minute', () => {
    const { dirty } = watch()
    expect(phone.screen.advance()).toBe(30_000)
    dirty()
    phone.clock.now += 30_000
    expect(phone.screen.advance()).toBe(60_000)
    expect(dirty().length).toBeGreaterThan(0)
  })

  it('animates the opening of an app for less than 200 ms', () => {
    watch()
    phone.screen.launch('com.android.settings')
    expect(phone.screen.advance()).toBe(0)
    phone.clock.now += 199
    phone.screen.advance()
    expect(phone.screen.advance()).toBeGreaterThan(0)
  })

  it('moves the animation with every frame', () => {
    const { dirty } = watch()
    phone.screen.launch('com.phonedeck.motion')
    phone.clock.now += 1_000
    phone.screen.advance()
    dirty()
    phone.clock.now += 66
    expect(phone.screen.advance()).toBe(0)
    const [area] = dirty()
    const share = ((area?.width ?? 0) * (area?.height ?? 0)) / (360 * 640)
    expect(share).toBeGreaterThan(0.08)
    expect(share).toBeLessThan(0.2)
  })
})

describe('a screenshot', () => {
  it('is a PNG of the screen as it is turned', async () => {
    phone.screen.rotate()
    const png = await phone.screen.png()
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([640, 360])
  })

  it('shows something else in every app', async () => {
    const shots = new Set([(await phone.screen.png()).toString('base64')])
    for (const app of phone.screen.apps) {
      phone.screen.launch(app.packageName)
      shots.add((await phone.screen.png()).toString('base64'))
    }
    expect(shots.size).toBe(phone.screen.apps.length + 1)
  })
})

it('scrolls an app by wheel and by finger, and not past its end', async () => {
  phone.screen.launch('com.android.settings')
  const before = await phone.screen.png()
  phone.screen.scroll(180, 300, 0, -2)
  const scrolled = await phone.screen.png()
  expect(scrolled.equals(before)).toBe(false)
  phone.screen.touch('down', 0, 180, 300)
  phone.screen.touch('move', 0, 180, 360)
  phone.screen.touch('move', 0, 180, 620)
  phone.screen.touch('up', 0, 180, 620)
  expect((await phone.screen.png()).equals(before)).toBe(true)
})

it('an app that is stopped begins anew; home is seen then only where the app was', () => {
  const { screen } = makePhone()
  screen.launch('com.phonedeck.notes')
  screen.launch('com.android.settings')
  expect(screen.running.map(({ packageName }) => packageName)).toEqual(['com.phonedeck.notes', 'com.android.settings'])
  screen.stop('com.phonedeck.notes')
  expect(screen.front).toBe('com.android.settings')
  screen.stop('com.android.settings')
  expect([screen.front, screen.running]).toEqual([undefined, []])
  screen.launch('com.phonedeck.notes')
  screen.launch('com.phonedeck.home')
  expect([screen.front, screen.running.length]).toEqual([undefined, 1])
})
