import { format } from 'date-fns'

/** A file of what a phone shows, named after phone and time: `B01-01_20261121-201530.png`. */
export function pictureFileName(phone: string, at: Date, ending: string): string {
  const name = phone.replaceAll(/[\s\\/:*?"<>|]+/g, '-')
  return `${name}_${format(at, 'yyyyMMdd-HHmmss')}.${ending}`
}
