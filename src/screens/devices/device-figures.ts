import type { Device } from '../../api/devices.ts'

export const percent = (value: number | null): string | null => (value === null ? null : `${Math.round(value)}%`)
export const degrees = (value: number | null): string | null => (value === null ? null : `${value.toFixed(1)} °C`)

/** What a phone said last means nothing once it is gone. */
export const whileThere = <T>({ status }: Device, value: T): T | null => (status === 'offline' ? null : value)
