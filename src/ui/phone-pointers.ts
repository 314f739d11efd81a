import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { androidKeys } from './phone-keys.ts'

/** Android follows so many fingers. */
const mostFingers = 10
/** Pixels of a wheel's notch, as Chromium reports it; and of a line, where a browser counts in lines. */
const pixelsPerNotch = 100
const pixelsPerLine = 33

const mouseMiddle = 1
const mouseRight = 2

interface Finger {
  pointer: number
  x: number
  y: number
}

const clamped = (value: number): number => Math.min(Math.max(value, 0), 1)

/** Where on the surface, 0..1 from its top left corner. */
function placeOn(surface: HTMLElement, { clientX, clientY }: MouseEvent): { x: number; y: number } {
  const { left, top, width, height } = surface.getBoundingClientRect()
  return { x: clamped((clientX - left) / width), y: clamped((clientY - top) / height) }
}

/** Notches of a wheel as Android counts them: positive is up and right. */
function notches({ deltaX, deltaY, deltaMode }: WheelEvent): { dx: number; dy: number } {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : pixelsPerLine
  return { dx: (deltaX * pixels) / pixelsPerNotch, dy: (-deltaY * pixels) / pixelsPerNotch }
}

/**
 * Turns pointers and the wheel on a surface into a phone's touches and scrolling. A finger that leaves the surface is
 * followed until it lifts; the right mouse button goes back, the middle one goes home.
 *
 * Answers how to stop, which lifts all fingers.
 */
export function listenToPointers(surface: HTMLElement, emit: (gesture: ControlMessage) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const fingers = new Map<number, Finger>()

  const freePointer = (): number | undefined => {
    const taken = new Set([...fingers.values()].map(({ pointer }) => pointer))
    return Array.from({ length: mostFingers }, (_, pointer) => pointer).find((pointer) => !taken.has(pointer))
  }
  const end = (action: 'up' | 'cancel') => (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId)
    if (finger === undefined) return
    fingers.delete(event.pointerId)
    emit({ type: 'touch', action, ...finger, ...(action === 'up' ? placeOn(surface, event) : {}) })
  }

  surface.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button === mouseRight) emit({ type: 'back' })
      if (event.button === mouseMiddle) {
        emit({ type: 'key', action: 'down', keycode: androidKeys.home, meta: 0 })
        emit({ type: 'key', action: 'up', keycode: androidKeys.home, meta: 0 })
      }
      const pointer = freePointer()
      if (event.button !== 0 || pointer === undefined) return
      const finger = { pointer, ...placeOn(surface, event) }
      emit({ type: 'touch', action: 'down', ...finger })
      fingers.set(event.pointerId, finger)
      surface.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  surface.addEventListener(
    'pointermove',
    (event) => {
      const finger = fingers.get(event.pointerId)
      if (finger === undefined) return
      Object.assign(finger, placeOn(surface, event))
      emit({ type: 'touch', action: 'move', ...finger })
    },
    { signal },
  )
  surface.addEventListener('pointerup', end('up'), { signal })
  surface.addEventListener('pointercancel', end('cancel'), { signal })
  surface.addEventListener('lostpointercapture', end('cancel'), { signal })
  surface.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  // Else a press would take the focus away from the keyboard field, and drag pictures.
  surface.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
  surface.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      emit({ type: 'scroll', ...placeOn(surface, event), ...notches(event) })
    },
    { signal, passive: false },
  )

  return () => {
    stopped.abort()
    for (const finger of fingers.values()) emit({ type: 'touch', action: 'cancel', ...finger })
    fingers.clear()
  }
}
