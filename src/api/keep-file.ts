import { lightFormat } from 'date-fns'

/** Hands a file to the browser, which keeps it among the operator's downloads. */
export function keepFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file of what a phone shows, named after phone and time: `B01-01_20261121-201530.png`. */
export function pictureFileName(phone: string, at: Date, ending: string): string {
  const name = phone.replaceAll(/[\s\\/:*?"<>|]+/g, '-')
  return `${name}_${lightFormat(at, 'yyyyMMdd-HHmmss')}.${ending}`
}
