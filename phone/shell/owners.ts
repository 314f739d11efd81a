import { FIRST_APP_UID } from './inode.ts'

const NAMES = new Map([
  [0, 'root'],
  [1000, 'system'],
  [1013, 'media'],
  [1015, 'sdcard_rw'],
  [1023, 'media_rw'],
  [1036, 'logd'],
  [1041, 'audioserver'],
  [2000, 'shell'],
  [9997, 'everybody'],
])

/** A user's name as Android prints it: `shell`, `u0_a151`. */
export function userName(uid: number): string {
  return NAMES.get(uid) ?? (uid >= FIRST_APP_UID ? `u0_a${uid - FIRST_APP_UID}` : String(uid))
}

/** The id behind a name or a number; undefined for an unknown name. */
export function userId(name: string): number | undefined {
  if (/^\d{1,6}$/.test(name)) return Number(name)
  const app = /^u0_a(\d{1,4})$/.exec(name)
  if (app) return FIRST_APP_UID + Number(app[1])
  return [...NAMES].find(([, known]) => known === name)?.[0]
}
