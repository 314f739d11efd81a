import type { Macroblocks } from '../encoder/macroblocks.ts'
import { type Area, around, overlaps } from '../screen/area.ts'
import { type Canvas, openCanvas, type Pen } from '../screen/canvas.ts'
import type { PhoneScreen } from '../screen/phone-screen.ts'

/** More separate areas than this are painted as one. */
const maxAreas = 6
/** Pixels are read in pieces of at most this many bytes: larger ones come from fresh pages, ten times slower. */
const pieceBytes = 96 * 1_024

/**
 * Keeps a video's frame equal to the screen: notes what has become dirty, and paints and converts just that.
 */
export class FramePainter {
  #screen: PhoneScreen
  #frame: Macroblocks
  #width: number
  #height: number
  #canvas: Canvas
  #pen: Pen
  /** in video pixels, on macroblock boundaries, not overlapping */
  #dirty: Area[] = []

  /** @param width of the video in pixels @param height of the video in pixels */
  constructor(screen: PhoneScreen, frame: Macroblocks, width: number, height: number) {
    this.#screen = screen
    this.#frame = frame
    this.#width = width
    this.#height = height
    this.#canvas = openCanvas(width, height)
    this.#pen = this.#canvas.getContext('2d')
    this.#dirty.push({ x: 0, y: 0, width, height })
  }

  get isDirty(): boolean {
    return this.#dirty.length > 0
  }

  /** @param area of the screen in dp */
  mark(area: Area): void {
    const { bounds } = this.#screen
    const [across, down] = [this.#width / bounds.width, this.#height / bounds.height]
    const left = Math.max(0, Math.floor((area.x * across) / 16) * 16)
    const top = Math.max(0, Math.floor((area.y * down) / 16) * 16)
    const right = Math.min(this.#width, Math.ceil(((area.x + area.width) * across) / 16) * 16)
    const bottom = Math.min(this.#height, Math.ceil(((area.y + area.height) * down) / 16) * 16)
    if (right <= left || bottom <= top) return

    let marked: Area = { x: left, y: top, width: right - left, height: bottom - top }
    for (let met = true; met;) {
      met = false
      for (const other of this.#dirty) {
        if (!overlaps(marked, other)) continue
        marked = around(marked, other)
        this.#dirty = this.#dirty.filter((kept) => kept !== other)
        met = true
        break
      }
    }
    this.#dirty.push(marked)
    if (this.#dirty.length > maxAreas) this.#dirty = [this.#dirty.reduce(around)]
  }

  /** Paints what is dirty and hands it to the encoder's frame. */
  paint(): void {
    const areas = this.#dirty
    this.#dirty = []
    const pen = this.#pen
    pen.save()
    pen.beginPath()
    for (const area of areas) pen.rect(area.x, area.y, area.width, area.height)
    pen.clip()
    this.#screen.paint(pen, this.#width, this.#height)
    pen.restore()
    for (const area of areas) this.#read(area)
  }

  #read({ x, y, width, height }: Area): void {
    const step = Math.max(16, Math.floor(pieceBytes / (width * 4) / 16) * 16)
    for (let done = 0; done < height; done += step) {
      const rows = Math.min(step, height - done)
      this.#frame.replace(this.#pen.getImageData(x, y + done, width, rows).data, x, y + done, width, rows)
    }
  }
}
