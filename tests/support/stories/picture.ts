import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas'

/** Bytes of a picture at most. */
export const heaviest = 60_000
/** Below the last, words are hard to read: a smaller picture says more. */
const qualities = [88, 82, 76, 70, 62, 54, 46]
const narrow = 1_024
/** A picture that differs in fewer pixels from the one that is kept, of 1,000, says nothing else: a clock went on. */
const alike = 4
/** Steps of a colour that nobody sees. */
const faint = 40

async function drawn(file: Buffer): Promise<Canvas> {
  const image = await loadImage(file)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

function narrower(wide: Canvas): Canvas {
  const canvas = createCanvas(narrow, Math.round((wide.height * narrow) / wide.width))
  canvas.getContext('2d').drawImage(wide, 0, 0, canvas.width, canvas.height)
  return canvas
}

function isAlike(one: Canvas, other: Canvas): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  const [a, b] = [one, other].map(
    (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data,
  )
  if (a === undefined || b === undefined) return false
  let different = 0
  for (let at = 0; at < a.length; at += 4)
    if ([0, 1, 2].some((colour) => Math.abs((a[at + colour] ?? 0) - (b[at + colour] ?? 0)) > faint)) different += 1
  return different * 1_000 < (a.length / 4) * alike
}

/** Keeps a screenshot as WebP, as good as its weight allows; one that shows what the kept one shows stays as it is. */
export async function keepPicture(file: string, png: Buffer): Promise<void> {
  const canvas = await drawn(png)
  if (existsSync(file)) {
    const before = await drawn(readFileSync(file))
    if (isAlike(before.width === narrow ? narrower(canvas) : canvas, before)) return
  }
  for (const shown of [canvas, narrower(canvas)])
    for (const quality of qualities) {
      const webp = await shown.encode('webp', quality)
      if (webp.length > heaviest) continue
      writeFileSync(file, webp)
      return
    }
  throw new Error(`${file} is heavier than ${heaviest} bytes however it is packed`)
}
