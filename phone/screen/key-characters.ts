import type { KeyPress } from './app.ts'

/** Android's keycodes (android.view.KeyEvent) that do something on this phone. */
export const keycodes = {
  home: 3,
  back: 4,
  up: 19,
  down: 20,
  left: 21,
  right: 22,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  a: 29,
  c: 31,
  v: 50,
  x: 52,
  tab: 61,
  enter: 66,
  backspace: 67,
  pageUp: 92,
  pageDown: 93,
  forwardDelete: 112,
  moveHome: 122,
  moveEnd: 123,
  numpadEnter: 160,
  volumeMute: 164,
  appSwitch: 187,
  sleep: 223,
  wakeUp: 224,
  cut: 277,
  copy: 278,
  paste: 279,
} as const

/** android.view.KeyEvent.META_* */
const shiftOn = 0x1
const ctrlOn = 0x1000
const capsLockOn = 0x10_0000

export function keyPress(keycode: number, metaState: number): KeyPress {
  return {
    keycode,
    shift: (metaState & shiftOn) !== 0,
    ctrl: (metaState & ctrlOn) !== 0,
    capsLock: (metaState & capsLockOn) !== 0,
  }
}

/** Plain and shifted characters of the keys that are neither letters nor digits, on a US keyboard. */
const punctuation = new Map<number, string>([
  [17, '**'],
  [18, '##'],
  [55, ',<'],
  [56, '.>'],
  [61, '\t\t'],
  [62, '  '],
  [68, '`~'],
  [69, '-_'],
  [70, '=+'],
  [71, '[{'],
  [72, ']}'],
  [73, '\\|'],
  [74, ';:'],
  [75, '\'"'],
  [76, '/?'],
  [77, '@@'],
  [81, '++'],
  [154, '//'],
  [155, '**'],
  [156, '--'],
  [157, '++'],
  [158, '..'],
  [159, ',,'],
  [161, '=='],
])
const shiftedDigits = ')!@#$%^&*('

/** The character a key types, or undefined for one that types none. */
export function characterOf({ keycode, shift, capsLock }: KeyPress): string | undefined {
  if (keycode >= 29 && keycode <= 54) {
    const letter = String.fromCharCode(97 + keycode - 29)
    return shift !== capsLock ? letter.toUpperCase() : letter
  }
  if (keycode >= 7 && keycode <= 16) return shift ? shiftedDigits[keycode - 7] : String(keycode - 7)
  if (keycode >= 144 && keycode <= 153) return String(keycode - 144)
  return punctuation.get(keycode)?.[shift ? 1 : 0]
}
