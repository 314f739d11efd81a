import type { Point } from '../figure.ts'

/** The exponent of the power of its size that a value grows with: the slope of its logarithm, by least squares. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }))
  const mean = (of: (log: { x: number; y: number }) => number): number =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)]
  return mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2)
}

/** Up to this exponent either way a value is called flat, and linear as near to 1. */
const nearly = 0.08

function shapeOf(exponent: number): string {
  if (Math.abs(exponent) <= nearly) return 'flat'
  if (exponent < 0) return 'falls'
  if (Math.abs(exponent - 1) <= nearly) return 'linear'
  return exponent < 1 ? 'less than linear' : 'more than linear'
}

/** How a value grows, in words: by which factor with each tenfold of its size, and what that is called. */
export function growthOf(points: readonly Point[]): string {
  const exponent = exponentOf(points)
  return `× ${(10 ** exponent).toPrecision(3)} a tenfold: ${shapeOf(exponent)}`
}

/** Why a series can't be drawn on axes of logarithms, or undefined. */
export function flawOf(points: readonly Point[]): string | undefined {
  if (points.length < 2) return 'it has less than two points'
  if (new Set(points.map(({ size }) => size)).size < points.length) return 'two of its points have one size'
  const isAbove = points.every(({ size, value, spread = [] }) =>
    [size, value, ...spread].every((one) => one > 0 && one < Infinity),
  )
  return isAbove ? undefined : 'not all of it is above zero'
}
