import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { androidKeys } from './phone-keys.ts'

/** Android follows so many fingers. */
const maxFingers = 10
/** Pixels of a wheel's notch, as Chromium reports it; and of a line, where a browser counts in lines. */
const pixelsPerNotch = 100
const pixelsPerLine = 33

const mouseMiddle = 1
const mouseRight = 2

/** 0..1 from a surface's top left corner. */
export interface Place {
  x: number
  y: number
}

interface Finger extends Place {
  pointer: number
}

/** What one pointer does: with one finger, or with a second one that it leads. */
interface Hand {
  finger: Finger
  twin?: Finger
  /** The twin goes the same way, and not the opposite one. */
  isParallel: boolean
}

const fingersOf = ({ finger, twin }: Hand): readonly Finger[] => (twin ? [finger, twin] : [finger])
const mirrored = ({ x, y }: Place): Place => ({ x: 1 - x, y: 1 - y })
const clamped = (value: number): number => Math.min(Math.max(value, 0), 1)

function placeOn(surface: HTMLElement, { clientX, clientY }: MouseEvent): Place {
  const { left, top, width, height } = surface.getBoundingClientRect()
  return { x: clamped((clientX - left) / width), y: clamped((clientY - top) / height) }
}

/** Notches of a wheel as Android counts them: positive is up and right. */
function notches({ deltaX, deltaY, deltaMode }: WheelEvent): { dx: number; dy: number } {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : pixelsPerLine
  return { dx: (deltaX * pixels) / pixelsPerNotch, dy: (-deltaY * pixels) / pixelsPerNotch }
}

/** Whether a mouse or pen is to touch with two fingers: a touch screen has fingers enough. */
const wantsTwo = ({ ctrlKey, metaKey, pointerType }: PointerEvent): boolean =>
  (ctrlKey || metaKey) && pointerType !== 'touch'

/** Moves a hand's fingers; the twin stays opposite the middle of the picture, or as far from its finger as it was. */
function moveHand({ finger, twin, isParallel }: Hand, place: Place): void {
  const [dx, dy] = [place.x - finger.x, place.y - finger.y]
  Object.assign(finger, place)
  if (twin === undefined) return
  const next = isParallel ? { x: clamped(twin.x + dx), y: clamped(twin.y + dy) } : mirrored(place)
  Object.assign(twin, next)
}

/**
 * Turns pointers and the wheel on a surface into a phone's touches and scrolling. A finger that leaves the surface is
 * followed until it lifts; the right mouse button goes back, the middle one goes home. With Ctrl or ⌘ a mouse has a second
 * finger opposite the middle, which pinches and turns; with Shift too, both go the same way.
 *
 * `showPair` hears where two such fingers are, and undefined once they are lifted. Answers how to stop, which lifts all
 * fingers.
 */
export function listenToPointers(
  surface: HTMLElement,
  emit: (gesture: ControlMessage) => void,
  showPair: (fingers: readonly [Place, Place] | undefined) => void,
): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const hands = new Map<number, Hand>()

  const freePointer = (): number | undefined => {
    const taken = new Set([...hands.values()].flatMap(fingersOf).map(({ pointer }) => pointer))
    return Array.from({ length: maxFingers }, (_, pointer) => pointer).find((pointer) => !taken.has(pointer))
  }
  const touch = (action: 'down' | 'move' | 'up' | 'cancel', hand: Hand): void => {
    for (const finger of fingersOf(hand)) emit({ type: 'touch', action, ...finger })
    if (hand.twin) showPair(action === 'up' || action === 'cancel' ? undefined : [hand.finger, hand.twin])
  }
  const end = (action: 'up' | 'cancel') => (event: PointerEvent) => {
    const hand = hands.get(event.pointerId)
    if (hand === undefined) return
    hands.delete(event.pointerId)
    if (action === 'up') moveHand(hand, placeOn(surface, event))
    touch(action, hand)
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
      const place = placeOn(surface, event)
      const hand: Hand = { finger: { pointer, ...place }, isParallel: event.shiftKey }
      hands.set(event.pointerId, hand)
      const second = wantsTwo(event) ? freePointer() : undefined
      if (second !== undefined) hand.twin = { pointer: second, ...mirrored(place) }
      touch('down', hand)
      surface.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  surface.addEventListener(
    'pointermove',
    (event) => {
      const hand = hands.get(event.pointerId)
      if (hand === undefined) return
      moveHand(hand, placeOn(surface, event))
      touch('move', hand)
    },
    { signal },
  )
  surface.addEventListener('pointerup', end('up'), { signal })
  surface.addEventListener('pointercancel', end('cancel'), { signal })
  surface.addEventListener('lostpointercapture', end('cancel'), { signal })
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
    for (const hand of hands.values()) touch('cancel', hand)
    hands.clear()
  }
}
