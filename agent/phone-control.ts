import { AndroidKeyEventAction, AndroidMotionEventAction, type ScrcpyControlMessageWriter } from '@yume-chan/scrcpy'
import type { AgentOrder, ControlMessage } from '../domain/stream-protocol.ts'

/** The longest text that scrcpy types in one go, in characters. */
const maxTypedText = 300
/** Orders that wait for the phone; further ones are dropped, the oldest move first. */
const maxWaiting = 1_000

type Touch = Extract<ControlMessage, { type: 'touch' }>

const motions = {
  down: AndroidMotionEventAction.Down,
  move: AndroidMotionEventAction.Move,
  up: AndroidMotionEventAction.Up,
  cancel: AndroidMotionEventAction.Cancel,
} as const

/** What Android's virtual keyboard can type key by key; all else is pasted. */
// oxlint-disable-next-line no-control-regex -- ASCII is meant
const isTypable = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/**
 * Does on a phone what its controller orders, in order. While the phone does not keep up, moves of a finger replace
 * each other, so that the finger's latest place is never behind a queue.
 */
export class PhoneControl {
  readonly #writer: ScrcpyControlMessageWriter
  readonly #failed: (error: unknown) => void
  readonly #waiting: AgentOrder[] = []
  #isBusy = false
  #width = 0
  #height = 0

  /** @param failed hears of the first order that could not be written: none can from then on */
  constructor(writer: ScrcpyControlMessageWriter, failed: (error: unknown) => void) {
    this.#writer = writer
    this.#failed = failed
  }

  /** The frame's size in pixels, which scrcpy compares with its own: a touch on an outdated frame is dropped. */
  resize(width: number, height: number): void {
    this.#width = width
    this.#height = height
  }

  order(order: AgentOrder): void {
    const newest = this.#waiting.findLastIndex(
      (waiting) => waiting.type === 'touch' && order.type === 'touch' && waiting.pointer === order.pointer,
    )
    const waiting = this.#waiting[newest]
    if (isMove(order) && waiting && isMove(waiting)) {
      this.#waiting[newest] = order
      return
    }
    if (this.#waiting.length >= maxWaiting) return
    this.#waiting.push(order)
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    try {
      for (let order = this.#waiting.shift(); order; order = this.#waiting.shift()) await this.#do(order)
      this.#isBusy = false
    } catch (error) {
      // Stays busy: the stream to the phone is broken.
      this.#waiting.length = 0
      this.#failed(error)
    }
  }

  async #do(order: AgentOrder): Promise<void> {
    switch (order.type) {
      case 'touch':
        return this.#touch(order)
      case 'scroll':
        return this.#writer.injectScroll({
          ...this.#place(order),
          scrollX: order.dx,
          scrollY: order.dy,
          buttons: 0,
        })
      case 'key':
        return this.#writer.injectKeyCode({
          action: order.action === 'down' ? AndroidKeyEventAction.Down : AndroidKeyEventAction.Up,
          // Sound: Android's keycodes are the enumeration's values, and newer ones are passed on as they are.
          keyCode: order.keycode as Parameters<ScrcpyControlMessageWriter['injectKeyCode']>[0]['keyCode'],
          repeat: 0,
          // Sound: a bit set of meta keys.
          metaState: order.meta as Parameters<ScrcpyControlMessageWriter['injectKeyCode']>[0]['metaState'],
        })
      case 'text':
        return this.#type(order.text)
      case 'clipboard':
        return this.#setClipboard(order.text, order.paste)
      case 'back':
        await this.#writer.backOrScreenOn(AndroidKeyEventAction.Down)
        return this.#writer.backOrScreenOn(AndroidKeyEventAction.Up)
      case 'rotate':
        return this.#writer.rotateDevice()
      default:
        return this.#writer.resetVideo()
    }
  }

  async #touch(touch: Touch): Promise<void> {
    await this.#inject(touch, motions[touch.action])
    // Scrcpy keeps a cancelled finger on the screen until it lifts.
    if (touch.action === 'cancel') await this.#inject(touch, AndroidMotionEventAction.Up)
  }

  #inject(touch: Touch, action: (typeof motions)[keyof typeof motions]): Promise<void> {
    const isDown = action === AndroidMotionEventAction.Down || action === AndroidMotionEventAction.Move
    return this.#writer.injectTouch({
      action,
      pointerId: BigInt(touch.pointer),
      ...this.#place(touch),
      pressure: isDown ? 1 : 0,
      actionButton: 0,
      buttons: 0,
    })
  }

  #place({ x, y }: { x: number; y: number }) {
    return {
      pointerX: Math.min(Math.floor(x * this.#width), Math.max(this.#width - 1, 0)),
      pointerY: Math.min(Math.floor(y * this.#height), Math.max(this.#height - 1, 0)),
      videoWidth: this.#width,
      videoHeight: this.#height,
    }
  }

  async #type(text: string): Promise<void> {
    if (!isTypable(text)) return this.#setClipboard(text, true)
    for (let start = 0; start < text.length; start += maxTypedText)
      await this.#writer.injectText(text.slice(start, start + maxTypedText))
  }

  /** Sequence 0 asks for no acknowledgement: orders behind it need not wait. */
  #setClipboard(content: string, paste: boolean): Promise<void> {
    return this.#writer.setClipboard({ sequence: 0n, paste, content })
  }
}

const isMove = (order: AgentOrder): boolean => order.type === 'touch' && order.action === 'move'
