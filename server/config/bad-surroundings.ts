import { BadConfig } from './config.ts'

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that',
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this machine has no such address',
  ECONNREFUSED: 'nobody listens there',
  EDQUOT: 'the quota of the disk is used up',
  EEXIST: 'a file is in its place',
  EIO: 'the disk fails',
  EISDIR: 'a folder is in its place',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'there is no room left on the disk',
  ENOTFOUND: 'there is no machine of that name',
  EPERM: 'this user may not do that',
  EROFS: 'the disk is read-only',
  ETIMEDOUT: 'nobody answers',
}

/** What went wrong outside, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  const word = code === undefined ? undefined : words[code]
  if (word !== undefined) return `${word} (${code})`
  return error.message.split('\n')[0] || code || error.name
}

/** Something that the server lives on was ended by somebody: no setting is wrong, and the next start may go well. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * Something outside of the server keeps it from starting: a port, a disk, a database, a broker. That is told in one line, which names
 * the variable that says where it is.
 */
export async function at<T>(variable: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof BadConfig || error instanceof Killed) throw error
    throw new BadConfig(`${variable}: ${reasonOf(error)}`, { cause: error })
  }
}
