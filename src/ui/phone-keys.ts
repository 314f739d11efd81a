/** Android's key codes (android.view.KeyEvent) of what a phone's own buttons do. */
export const androidKeys = {
  home: 3,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  recents: 187,
} as const

/** Keys that write nothing, by KeyboardEvent.key. Tab and the function keys stay the browser's. */
const namedKeys: Readonly<Record<string, number>> = {
  ArrowUp: 19,
  ArrowDown: 20,
  ArrowLeft: 21,
  ArrowRight: 22,
  Enter: 66,
  Backspace: 67,
  PageUp: 92,
  PageDown: 93,
  Delete: 112,
  Home: 122,
  End: 123,
}

/** Shortcuts that mean the same everywhere: all, copy, cut, redo, undo. The others stay the browser's. */
const shortcuts: Readonly<Record<string, number>> = { a: 29, c: 31, x: 52, y: 53, z: 54 }

const metaShift = 0x1
const metaAlt = 0x2
const metaCtrl = 0x1000

export interface AndroidKey {
  keycode: number
  /** Android's meta state: which modifiers are held. */
  meta: number
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** Whether the browser is about to paste. */
export const isPaste = ({ key, ctrlKey, metaKey }: Key): boolean => (ctrlKey || metaKey) && key.toLowerCase() === 'v'

/**
 * What a key that writes nothing is on Android; undefined for keys that write, and for those that stay the browser's.
 * The command key of a Mac counts as Ctrl.
 */
export function androidKeyOf(event: Key): AndroidKey | undefined {
  const ctrl = event.ctrlKey || event.metaKey
  const keycode = namedKeys[event.key] ?? (ctrl && !event.altKey ? shortcuts[event.key.toLowerCase()] : undefined)
  if (keycode === undefined) return undefined
  const meta = (event.shiftKey ? metaShift : 0) | (event.altKey ? metaAlt : 0) | (ctrl ? metaCtrl : 0)
  return { keycode, meta }
}
