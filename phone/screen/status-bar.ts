import { statusBarHeight } from './app.ts'
import type { Area } from './area.ts'
import type { Pen } from './canvas.ts'
import { font } from './fonts.ts'

export const statusBarArea = (width: number): Area => ({ x: 0, y: 0, width, height: statusBarHeight })

/** Draws time, network and battery over the top of whatever is shown. */
export function paintStatusBar(pen: Pen, width: number, time: string, battery: number, tint: 'light' | 'dark'): void {
  const ink = tint === 'light' ? '#ffffff' : '#1c2128'
  const middle = statusBarHeight / 2 + 1
  pen.fillStyle = ink
  pen.font = font(12, 'medium')
  pen.textAlign = 'left'
  pen.fillText(time, 16, middle + 4.5)

  const right = width - 16
  pen.globalAlpha = 0.4
  pen.beginPath()
  pen.roundRect(right - 22, middle - 5.5, 20, 11, 3)
  pen.fill()
  pen.globalAlpha = 1
  const level = Math.max(0, Math.min(100, battery)) / 100
  if (level <= 0.15) pen.fillStyle = '#ef4b3f'
  pen.beginPath()
  pen.roundRect(right - 22, middle - 5.5, Math.max(4, 20 * level), 11, 3)
  pen.fill()
  pen.fillStyle = ink
  pen.fillRect(right - 1, middle - 2, 1.5, 4)

  for (let bar = 0; bar < 4; bar++) {
    pen.beginPath()
    pen.roundRect(right - 62 + bar * 4.5, middle + 5 - (3 + bar * 2.4), 3, 3 + bar * 2.4, 1)
    pen.fill()
  }
  pen.beginPath()
  pen.moveTo(right - 34, middle + 5)
  pen.arc(right - 34, middle + 5, 12, -Math.PI * 0.75, -Math.PI * 0.25)
  pen.fill()
}
