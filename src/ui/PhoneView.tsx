import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react'
import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { listenToKeyboard } from './phone-keyboard.ts'
import { listenToPointers, type Place } from './phone-pointers.ts'
import styles from './PhoneView.module.css'

export interface PhoneViewHandle {
  /** Puts the caret into the phone; on a touch screen this raises the keyboard. */
  focusKeyboard(): void
}

interface PhoneViewProps {
  /** What the video is called for those who don't see it. */
  label: string
  /** The video's size in pixels; the phone takes its shape. */
  size: { width: number; height: number }
  /** Shows the video in an element that is given to it. */
  player: { showIn(place: HTMLElement): void }
  /** Hears what the operator does with the phone; without it the phone is only looked at. */
  onGesture?: (gesture: ControlMessage) => void
  /** Covers the video: what is to be said instead of it, or over it. */
  overlay?: ReactNode
  /** Thin frame, for a phone among many. */
  small?: boolean
  /** What is seen is not what is: the video is awaited, or an old one. */
  isFaded?: boolean
  ref?: Ref<PhoneViewHandle>
}

/** Places the dots where the two fingers of a pinch are. */
function showPair(pair: HTMLElement | null, fingers: readonly Place[] | undefined): void {
  if (pair === null) return
  pair.hidden = fingers === undefined
  for (const [index, { x, y }] of (fingers ?? []).entries())
    (pair.children[index] as HTMLElement).style.translate = `${x * pair.clientWidth}px ${y * pair.clientHeight}px`
}

/** A phone that fits the area it is given: a video that can be touched, scrolled and typed into. */
export function PhoneView({
  label,
  size,
  player,
  onGesture,
  overlay,
  small = false,
  isFaded = false,
  ref,
}: PhoneViewProps) {
  const surface = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const pair = useRef<HTMLDivElement>(null)
  const isOperated = onGesture !== undefined
  // Whoever heard last also hears of the fingers and keys that go up as the phone is operated no longer.
  const hears = useRef(onGesture)

  useImperativeHandle(ref, () => ({ focusKeyboard: () => field.current?.focus({ preventScroll: true }) }), [])
  useLayoutEffect(() => {
    if (onGesture !== undefined) hears.current = onGesture
  }, [onGesture])
  useEffect(() => {
    if (surface.current) player.showIn(surface.current)
  }, [player])
  useEffect(() => {
    if (!isOperated || surface.current === null || field.current === null) return undefined
    const emit = (gesture: ControlMessage) => hears.current?.(gesture)
    const stopPointers = listenToPointers(surface.current, emit, (fingers) => showPair(pair.current, fingers))
    const stopKeyboard = listenToKeyboard(field.current, emit)
    return () => {
      stopPointers()
      stopKeyboard()
    }
  }, [isOperated])

  const shape: CSSProperties & Record<'--ratio', number> = { '--ratio': size.width / size.height }
  return (
    <div className={styles.area}>
      <div className={small ? styles.smallPhone : styles.phone} style={shape} data-operated={isOperated || undefined}>
        <div className={styles.screen}>
          <div
            ref={surface}
            className={styles.video}
            data-faded={isFaded || undefined}
            role="img"
            aria-label={label}
            // A finger that rests there presses on the phone; the browser's menu would get in its way.
            onContextMenu={(event) => event.preventDefault()}
            // A finger must not raise the on-screen keyboard with every tap; a mouse or pen brings its own keyboard.
            onPointerDown={({ pointerType }) => {
              if (pointerType !== 'touch') field.current?.focus({ preventScroll: true })
            }}
          />
          {isOperated && (
            <div ref={pair} className={styles.pair} aria-hidden hidden>
              <i />
              <i />
            </div>
          )}
          {isOperated && (
            <textarea
              ref={field}
              className={styles.field}
              aria-label={label}
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              rows={1}
            />
          )}
          {overlay !== undefined && overlay !== null && <div className={styles.overlay}>{overlay}</div>}
        </div>
      </div>
    </div>
  )
}
