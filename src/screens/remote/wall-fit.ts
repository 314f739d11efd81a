/** Between phones, in pixels. */
export const wallGap = 12
/** The shape of a phone with what stands below it: in whole numbers, of which a width that just fits is not lost to rounding. */
const shape = { width: 90, height: 176 }
/** Narrower, in pixels, nobody sees what a phone shows: then the wall is scrolled. */
const narrowest = 96

/** How many phones to a row, and how wide each, so that all of them are seen at once as large as that goes. */
export function fitOf(phones: number, window: { width: number; height: number }): { columns: number; width: number } {
  const widthIn = (columns: number): number => {
    const rows = Math.ceil(phones / columns)
    const across = (window.width - (columns - 1) * wallGap) / columns
    const down = ((window.height - (rows - 1) * wallGap) * shape.width) / (rows * shape.height)
    return Math.floor(Math.min(across, down))
  }
  const choices = Array.from({ length: phones }, (_, index) => ({ columns: index + 1, width: widthIn(index + 1) }))
  const best = choices.reduce((best, next) => (next.width > best.width ? next : best))
  if (best.width >= narrowest) return best
  const columns = Math.max(1, Math.floor((window.width + wallGap) / (narrowest + wallGap)))
  return { columns, width: Math.floor((window.width - (columns - 1) * wallGap) / columns) }
}
