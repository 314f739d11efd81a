/** A rectangle; on the phone's screen its unit is the dp, of which the shorter side has 360. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export function contains(area: Area, x: number, y: number): boolean {
  return x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
}

export function overlaps(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** The smallest area that holds both. */
export function around(one: Area, other: Area): Area {
  const x = Math.min(one.x, other.x)
  const y = Math.min(one.y, other.y)
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

/** The area with `by` more on each side. */
export function grown(area: Area, by: number): Area {
  return { x: area.x - by, y: area.y - by, width: area.width + 2 * by, height: area.height + 2 * by }
}

/** The area between two, `progress` of the way from the first (0) to the second (1). */
export function between(from: Area, to: Area, progress: number): Area {
  const mix = (a: number, b: number) => a + (b - a) * progress
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    width: mix(from.width, to.width),
    height: mix(from.height, to.height),
  }
}
