import { navigationBarHeight, statusBarHeight, type Touch } from './app.ts'
import { type Area, contains, grown } from './area.ts'
import type { Pen } from './canvas.ts'
import type { VolumeControl } from './identity.ts'

/** Milliseconds from the last press until the panel goes away. */
const shownFor = 3_000
const panelSize = { width: 56, height: 232 }
const sliderSize = { width: 40, height: 180 }
const margin = 10
/** dp around the panel that its shadow reaches. */
const shadowReach = 18
const accent = '#3b6fd4'
const ink = '#5a6474'

/**
 * The volume, at the edge where the phone's keys are, for three seconds after the last press. A finger may slide it;
 * one elsewhere sends it away.
 */
export class VolumePanel {
  #stage: { bounds: () => Area; now: () => number; invalidate: (area: Area) => void }
  #volume: VolumeControl
  /** Until when it is shown: Infinity while a finger is on it, 0 while it is hidden. */
  #until = 0
  #unsubscribe: () => void

  constructor(
    stage: { bounds: () => Area; now: () => number; invalidate: (area: Area) => void },
    volume: VolumeControl,
  ) {
    this.#stage = stage
    this.#volume = volume
    this.#unsubscribe = volume.subscribe((news) => {
      if (news === 'show') this.show()
      else if (this.#isShown) this.#invalidate()
    })
  }

  show(): void {
    this.#until = this.#stage.now() + shownFor
    this.#invalidate()
  }

  hide(): void {
    if (this.#until === 0) return
    this.#until = 0
    this.#invalidate()
  }

  close(): void {
    this.#unsubscribe()
  }

  /** Whether a touch that begins here is the panel's. */
  takes(x: number, y: number): boolean {
    return this.#isShown && contains(this.#area, x, y)
  }

  touch(touch: Touch): void {
    if (touch.action === 'up' || touch.action === 'cancel') return this.show()
    const { y, height } = this.#slider
    this.#until = Infinity
    this.#volume.level = Math.round(((y + height - touch.y) / height) * this.#volume.max)
  }

  /** As `App.advance`. */
  advance(now: number): number {
    if (this.#until === 0) return Infinity
    if (now < this.#until) return this.#until - now
    this.hide()
    return Infinity
  }

  /** Nobody may have asked for an advance since its time was up. */
  get #isShown(): boolean {
    return this.#stage.now() < this.#until
  }

  #invalidate(): void {
    this.#stage.invalidate(grown(this.#area, shadowReach))
  }

  get #area(): Area {
    const { width, height } = this.#stage.bounds()
    const room = height - statusBarHeight - navigationBarHeight
    return {
      x: width - panelSize.width - margin,
      y: statusBarHeight + (room - panelSize.height) * 0.4,
      ...panelSize,
    }
  }

  get #slider(): Area {
    const { x, y, width } = this.#area
    const inset = (width - sliderSize.width) / 2
    return { x: x + inset, y: y + inset, ...sliderSize }
  }

  paint(pen: Pen): void {
    if (!this.#isShown) return
    const { level, max } = this.#volume
    const area = this.#area
    pen.save()
    pen.shadowColor = 'rgba(20,28,40,.28)'
    pen.shadowBlur = 14
    pen.shadowOffsetY = 3
    pen.fillStyle = '#fbfcff'
    pill(pen, area, 28)
    pen.fill()
    pen.restore()

    const slider = this.#slider
    pen.save()
    pill(pen, slider, sliderSize.width / 2)
    pen.clip()
    pen.fillStyle = '#e3e9f5'
    pen.fillRect(slider.x, slider.y, slider.width, slider.height)
    const filled = (slider.height * level) / max
    pen.fillStyle = accent
    pen.fillRect(slider.x, slider.y + slider.height - filled, slider.width, filled)
    pen.restore()

    const foot = slider.y + slider.height
    drawNote(pen, area.x + area.width / 2, (foot + area.y + area.height) / 2, level === 0)
  }
}

function pill(pen: Pen, { x, y, width, height }: Area, radius: number): void {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
}

/** A quaver around a point, struck through when nothing is heard. */
function drawNote(pen: Pen, x: number, y: number, isSilent: boolean): void {
  pen.fillStyle = ink
  pen.beginPath()
  pen.ellipse(x - 2.5, y + 5, 4.2, 3.5, 0, 0, Math.PI * 2)
  pen.rect(x, y - 9, 1.8, 14)
  pen.rect(x, y - 9, 6.5, 3.6)
  pen.fill()
  if (!isSilent) return
  for (const [colour, width] of [
    ['#fbfcff', 4.5],
    [ink, 1.8],
  ] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(x - 9, y - 9)
    pen.lineTo(x + 8, y + 8)
    pen.stroke()
  }
}
