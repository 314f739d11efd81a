import { AbstractSockets } from '../../../phone/abstract-sockets.ts'
import type { NotesStore, ScreenIdentity } from '../../../phone/screen/identity.ts'
import { PhoneScreen } from '../../../phone/screen/phone-screen.ts'
import { MediaVolume } from '../../../phone/system/media-volume.ts'
import { Settings } from '../../../phone/system/settings.ts'

/** A notes store that another program of the phone can write as well. */
class MemoryNotes implements NotesStore {
  #text = ''
  #listeners = new Set<() => void>()

  read = () => this.#text

  write(text: string) {
    this.#text = text
    for (const listener of this.#listeners) listener()
  }

  subscribe(changed: () => void) {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }
}

export const identity: ScreenIdentity = {
  serial: 'B01-04',
  model: 'Pixel 6',
  androidVersion: '13',
  ip: () => '104.28.15.39',
  language: () => 'zh-CN',
  battery: () => 87,
  timezone: () => 'America/Los_Angeles',
}

/** A phone's screen and sockets, with a clock that stands still until `clock.now` is moved. */
export function makePhone({ width = 360, height = 640 } = {}) {
  const notes = new MemoryNotes()
  const volume = new MediaVolume(new Settings())
  const clock = { now: Date.parse('2026-11-20T17:41:30Z') }
  const screen = new PhoneScreen({ width, height, identity, notes, volume, now: () => clock.now })
  return {
    screen,
    notes,
    volume,
    clock,
    sockets: new AbstractSockets(),
    fileExists: (path: string): boolean => path === jarPath,
  }
}

export const jarPath = '/data/local/tmp/scrcpy-server.jar'

const column = (index: number) => 14 + (332 / 4) * (index + 0.5)

/** The middle of an app's icon on the home screen of 360 x 640. */
export function iconOf(title: string): [x: number, y: number] {
  const place = {
    Amazon: [column(0), 335],
    备忘录: [column(0), 540],
    设置: [column(1), 540],
  }[title]
  if (!place) throw new Error(`no place is known for ${title}`)
  return [place[0] ?? 0, place[1] ?? 0]
}

export function tap(screen: PhoneScreen, x: number, y: number): void {
  screen.touch('down', 0, x, y)
  screen.touch('up', 0, x, y)
}
