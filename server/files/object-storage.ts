import type { Readable } from 'node:stream'

/**
 * Keeps objects under names, beside the uploaded files: those are objects too, under the names that tus gave them. An
 * object is there whole or not at all, and is never replaced.
 */
export interface ObjectStorage {
  /**
   * Keeps bytes under a new name. Where they break off nothing is kept, and the error is passed on.
   *
   * @throws ObjectExists
   */
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws NoSuchObject */
  read(name: string): Promise<Readable>
  /** One that is not there is as good as removed. */
  remove(name: string): Promise<void>
}

export class ObjectExists extends Error {
  override name = 'ObjectExists'
}

export class NoSuchObject extends Error {
  override name = 'NoSuchObject'
}

const maxNameLength = 200

/** Folders and a name, such as `records/17/4c1f`: none begins with a dot, so that none leads out. */
export function checkObjectName(name: string): string {
  if (name.length > maxNameLength || !/^\w[\w.-]*(?:\/\w[\w.-]*){0,4}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no name of an object`)
  return name
}
