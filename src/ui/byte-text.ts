const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes as people read them, by powers of 1024: `4.0 GB`. */
export function byteText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`
}
