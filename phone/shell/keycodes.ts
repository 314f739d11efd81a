/** Android's key codes by the names that `input keyevent` takes, without `KEYCODE_`. */
const NAMES: Record<string, number> = {
  SOFT_LEFT: 1,
  HOME: 3,
  BACK: 4,
  CALL: 5,
  ENDCALL: 6,
  STAR: 17,
  POUND: 18,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
  POWER: 26,
  CAMERA: 27,
  CLEAR: 28,
  COMMA: 55,
  PERIOD: 56,
  ALT_LEFT: 57,
  ALT_RIGHT: 58,
  SHIFT_LEFT: 59,
  SHIFT_RIGHT: 60,
  TAB: 61,
  SPACE: 62,
  ENTER: 66,
  DEL: 67,
  GRAVE: 68,
  MINUS: 69,
  EQUALS: 70,
  LEFT_BRACKET: 71,
  RIGHT_BRACKET: 72,
  BACKSLASH: 73,
  SEMICOLON: 74,
  APOSTROPHE: 75,
  SLASH: 76,
  AT: 77,
  PLUS: 81,
  MENU: 82,
  NOTIFICATION: 83,
  SEARCH: 84,
  PAGE_UP: 92,
  PAGE_DOWN: 93,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  CTRL_LEFT: 113,
  CTRL_RIGHT: 114,
  CAPS_LOCK: 115,
  MOVE_HOME: 122,
  MOVE_END: 123,
  INSERT: 124,
  VOLUME_MUTE: 164,
  APP_SWITCH: 187,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
}
const DIGIT_0 = 7
const LETTER_A = 29
const LARGEST = 350

/** The code of `4`, `BACK`, `KEYCODE_BACK`, `A` or `7`-as-a-number; undefined for an unknown name. */
export function keycodeOf(text: string): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= LARGEST ? Number(text) : undefined
  const name = text.toUpperCase().replace(/^KEYCODE_/, '')
  if (/^[A-Z]$/.test(name)) return LETTER_A + name.charCodeAt(0) - 'A'.charCodeAt(0)
  // Only with its prefix can a digit's name be told from a code.
  if (/^\d$/.test(name)) return DIGIT_0 + Number(name)
  return NAMES[name]
}
