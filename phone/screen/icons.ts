import type { Pen } from './canvas.ts'
import { font } from './fonts.ts'

/** Draws an app's icon into a square from 0,0 to 1,1. */
export type Icon = (pen: Pen) => void

/** Fills the icon's shape: a rounded square. */
function plate(pen: Pen, top: string, bottom = top): void {
  const fill = pen.createLinearGradient(0, 0, 0, 1)
  fill.addColorStop(0, top)
  fill.addColorStop(1, bottom)
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(0, 0, 1, 1, 0.26)
  pen.fill()
}

/** Canvas sets letters to whole pixels of the font's own size, so they are set large and drawn small. */
const fine = 100

function letters(pen: Pen, text: string, size: number, baseline: number, colour: string): void {
  pen.save()
  pen.scale(1 / fine, 1 / fine)
  pen.fillStyle = colour
  pen.font = font(size * fine, 'medium')
  pen.textAlign = 'center'
  pen.fillText(text, 0.5 * fine, baseline * fine)
  pen.restore()
}

function stroke(pen: Pen, colour: string, width: number, ...path: [number, number][]): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const [x, y] of path) pen.lineTo(x, y)
  pen.stroke()
}

function disc(pen: Pen, colour: string, x: number, y: number, radius: number): void {
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(x, y, radius, 0, Math.PI * 2)
  pen.fill()
}

export const amazonIcon: Icon = (pen) => {
  plate(pen, '#ffb74a', '#f19a2a')
  letters(pen, 'a', 0.66, 0.58, '#20262e')
  pen.strokeStyle = '#20262e'
  pen.lineWidth = 0.06
  pen.lineCap = 'round'
  pen.beginPath()
  pen.arc(0.5, 0.32, 0.46, Math.PI * 0.3, Math.PI * 0.7)
  pen.stroke()
}

export const tiktokIcon: Icon = (pen) => {
  plate(pen, '#161616', '#000000')
  for (const [dx, dy, colour] of [
    [-0.025, -0.02, '#25f4ee'],
    [0.025, 0.02, '#fe2c55'],
    [0, 0, '#ffffff'],
  ] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = 0.09
    pen.lineCap = 'butt'
    pen.lineJoin = 'bevel'
    pen.beginPath()
    pen.arc(0.42 + dx, 0.64 + dy, 0.13, 0, Math.PI * 2)
    pen.moveTo(0.55 + dx, 0.66 + dy)
    pen.lineTo(0.55 + dx, 0.2 + dy)
    pen.quadraticCurveTo(0.59 + dx, 0.36 + dy, 0.76 + dx, 0.37 + dy)
    pen.stroke()
  }
}

export const temuIcon: Icon = (pen) => {
  plate(pen, '#ff8a1f', '#f56a00')
  letters(pen, 'TEMU', 0.27, 0.6, '#ffffff')
}

export const walmartIcon: Icon = (pen) => {
  plate(pen, '#1a7fe8', '#0062c8')
  for (let ray = 0; ray < 6; ray++) {
    const angle = (ray * Math.PI) / 3 + Math.PI / 2
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    stroke(pen, '#ffc220', 0.1, [0.5 + x * 0.15, 0.5 + y * 0.15], [0.5 + x * 0.3, 0.5 + y * 0.3])
  }
}

export const rednoteIcon: Icon = (pen) => {
  plate(pen, '#ff4a5f', '#f02742')
  letters(pen, '小红书', 0.27, 0.6, '#ffffff')
}

export const depopIcon: Icon = (pen) => {
  plate(pen, '#ff4f43', '#e8281c')
  letters(pen, 'd', 0.62, 0.71, '#ffffff')
}

export const notesIcon: Icon = (pen) => {
  plate(pen, '#fff7d8', '#ffedb0')
  pen.save()
  pen.beginPath()
  pen.roundRect(0, 0, 1, 1, 0.26)
  pen.clip()
  pen.fillStyle = '#f6bd3b'
  pen.fillRect(0, 0, 1, 0.26)
  pen.restore()
  for (const [y, end] of [
    [0.45, 0.78],
    [0.61, 0.78],
    [0.77, 0.56],
  ] as const) {
    stroke(pen, '#c9ad6a', 0.045, [0.22, y], [end, y])
  }
}

export const settingsIcon: Icon = (pen) => {
  plate(pen, '#8d99a8', '#66727f')
  for (let tooth = 0; tooth < 8; tooth++) {
    const angle = (tooth * Math.PI) / 4
    const [x, y] = [Math.cos(angle), Math.sin(angle)]
    stroke(pen, '#ffffff', 0.11, [0.5 + x * 0.22, 0.5 + y * 0.22], [0.5 + x * 0.29, 0.5 + y * 0.29])
  }
  disc(pen, '#ffffff', 0.5, 0.5, 0.25)
  disc(pen, '#76828f', 0.5, 0.5, 0.11)
}

export const galleryIcon: Icon = (pen) => {
  plate(pen, '#ffffff', '#eef1f6')
  for (const [angle, colour] of [
    [0, '#f9ab00'],
    [1, '#34a853'],
    [2, '#4285f4'],
    [3, '#ea4335'],
  ] as const) {
    pen.save()
    pen.translate(0.5, 0.5)
    pen.rotate((angle * Math.PI) / 2)
    pen.fillStyle = colour
    pen.beginPath()
    pen.arc(0, -0.16, 0.16, Math.PI / 2, -Math.PI / 2)
    pen.closePath()
    pen.fill()
    pen.restore()
  }
}

export const browserIcon: Icon = (pen) => {
  plate(pen, '#45b6ff', '#1672e6')
  disc(pen, '#ffffff', 0.5, 0.5, 0.33)
  pen.save()
  pen.translate(0.5, 0.5)
  pen.rotate(Math.PI / 4)
  for (const [colour, direction] of [
    ['#f0463c', -1],
    ['#9aa7b8', 1],
  ] as const) {
    pen.fillStyle = colour
    pen.beginPath()
    pen.moveTo(-0.075, 0)
    pen.lineTo(0, 0.26 * direction)
    pen.lineTo(0.075, 0)
    pen.fill()
  }
  pen.restore()
}

export const motionIcon: Icon = (pen) => {
  plate(pen, '#7b5cff', '#4b2fd6')
  disc(pen, 'rgba(255,255,255,.35)', 0.28, 0.64, 0.1)
  disc(pen, 'rgba(255,255,255,.6)', 0.44, 0.5, 0.13)
  disc(pen, '#ffffff', 0.64, 0.38, 0.17)
}
