import { navigationBarHeight, type Touch } from './app.ts'
import { type Area, contains } from './area.ts'
import type { Pen } from './canvas.ts'

type NavigationButton = 'back' | 'home' | 'recents'

const buttons: NavigationButton[] = ['back', 'home', 'recents']
const widest = 420

/** The three buttons at the bottom of the screen. */
export class NavigationBar {
  #stage: { bounds: () => Area; invalidate: (area: Area) => void }
  #press: (button: NavigationButton) => void
  #touched: NavigationButton | undefined
  #pressed: NavigationButton | undefined

  constructor(
    stage: { bounds: () => Area; invalidate: (area: Area) => void },
    press: (button: NavigationButton) => void,
  ) {
    this.#stage = stage
    this.#press = press
  }

  /** Whether a touch that begins here is the bar's. */
  takes(x: number, y: number): boolean {
    return buttons.some((button) => contains(this.#areaOf(button), x, y))
  }

  touch(touch: Touch): void {
    if (touch.action === 'down') {
      this.#touched = buttons.find((button) => contains(this.#areaOf(button), touch.x, touch.y))
    }
    const button = this.#touched
    if (!button) return
    const inside = contains(this.#areaOf(button), touch.x, touch.y)
    const ended = touch.action === 'up' || touch.action === 'cancel'
    this.#mark(inside && !ended ? button : undefined)
    if (ended) this.#touched = undefined
    if (touch.action === 'up' && inside) this.#press(button)
  }

  #mark(pressed: NavigationButton | undefined): void {
    if (pressed === this.#pressed) return
    for (const button of [pressed, this.#pressed]) if (button) this.#stage.invalidate(this.#areaOf(button))
    this.#pressed = pressed
  }

  #areaOf(button: NavigationButton): Area {
    const { width, height } = this.#stage.bounds()
    const third = Math.min(width, widest) / 3
    const x = width / 2 + (buttons.indexOf(button) - 1.5) * third
    return { x, y: height - navigationBarHeight, width: third, height: navigationBarHeight }
  }

  /** @param tint of the signs: light ones for a dark ground */
  paint(pen: Pen, tint: 'light' | 'dark'): void {
    for (const button of buttons) {
      const area = this.#areaOf(button)
      const [x, y] = [area.x + area.width / 2, area.y + area.height / 2]
      if (this.#pressed === button) {
        pen.fillStyle = tint === 'light' ? 'rgba(255,255,255,.18)' : 'rgba(28,33,40,.10)'
        pen.beginPath()
        pen.roundRect(x - 32, y - 16, 64, 32, 16)
        pen.fill()
      }
      pen.strokeStyle = tint === 'light' ? 'rgba(255,255,255,.85)' : 'rgba(28,33,40,.7)'
      pen.lineWidth = 1.8
      pen.lineJoin = 'round'
      drawSign(pen, button, x, y)
    }
  }
}

function drawSign(pen: Pen, button: NavigationButton, x: number, y: number): void {
  pen.beginPath()
  if (button === 'back') {
    pen.moveTo(x + 4.5, y - 6)
    pen.lineTo(x - 5.5, y)
    pen.lineTo(x + 4.5, y + 6)
    pen.closePath()
  } else if (button === 'home') pen.arc(x, y, 6.5, 0, Math.PI * 2)
  else pen.roundRect(x - 5.5, y - 5.5, 11, 11, 2)
  pen.stroke()
}
