export interface Size {
  width: number
  height: number
}

/**
 * The size of the video that scrcpy's server makes of a screen: its longer side at most `maxSize` (0 for unlimited), its
 * proportions kept, both sides multiples of 8.
 */
export function videoSize(screen: Size, maxSize: number): Size {
  const portrait = screen.height > screen.width
  let longer = portrait ? screen.height : screen.width
  let shorter = portrait ? screen.width : screen.height
  if (maxSize > 0 && longer > maxSize) {
    shorter = Math.floor((maxSize * shorter) / longer)
    longer = maxSize
  }
  if (longer % 8 !== 0 || shorter % 8 !== 0) {
    longer &= ~7
    shorter = Math.min(longer, (shorter + 4) & ~7)
  }
  // The encoder's smallest frame is one macroblock, which no real screen comes near.
  longer = Math.max(16, longer)
  shorter = Math.max(16, shorter)
  return portrait ? { width: shorter, height: longer } : { width: longer, height: shorter }
}
