import type { Device, Region } from '../../api/devices.ts'

export const percent = (value: number | null): string | null => (value === null ? null : `${Math.round(value)}%`)
export const degrees = (value: number | null): string | null => (value === null ? null : `${value.toFixed(1)} °C`)

/** What a phone said last means nothing once it is gone. */
export const whileThere = <T>({ status }: Device, value: T): T | null => (status === 'offline' ? null : value)

export function regionText(regions: readonly Region[], code: string): string {
  const region = regions.find((each) => each.code === code)
  return region === undefined ? code : `${region.country} ${region.name}`
}
