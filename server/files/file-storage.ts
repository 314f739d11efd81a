import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { type DataStore, Upload } from '@tus/server'
import { at } from '../config/bad-surroundings.ts'
import type { Config, S3Config } from '../config/config.ts'
import { syncFile } from '../config/whole-file.ts'
import type { ObjectBucket } from './object-bucket.ts'
import { openObjectFolder } from './object-folder.ts'
import type { ObjectStorage } from './object-storage.ts'

/** An upload that is not finished by then is forgotten. Milliseconds. */
export const uploadLifetime = 48 * 60 * 60_000
/** What is left free on the disk for everything else, in bytes. */
export const reserve = 1024 ** 3

/** How many bytes are taken in between two looks at how much room there is. */
const lookInterval = 1024 ** 2

/** The bytes that come would take room that is left to everything else. */
export class NoRoom extends Error {
  constructor() {
    super('there is no room for so many bytes')
  }
}

/** Passes bytes on for as long as there is room. @throws NoRoom */
export async function* whileRoom(
  chunks: AsyncIterable<Uint8Array>,
  roomLeft: () => Promise<number>,
): AsyncGenerator<Uint8Array, void, void> {
  let known = 0
  for await (const chunk of chunks) {
    if (known < chunk.length) {
      const room = await roomLeft()
      if (room < chunk.length) throw new NoRoom()
      known = Math.max(chunk.length, Math.min(room, lookInterval))
    }
    known -= chunk.length
    yield chunk
  }
}

/** Where uploaded files are kept: a folder of this machine, or a bucket that several servers share. */
export interface FileStorage {
  /** What tus writes to. */
  uploads: DataStore
  /** What servers and boxes put here themselves; uploaded files can be read through it as well. */
  objects: ObjectStorage
  /** Opens a file; rejects where it is not there. */
  read(uploadId: string): Promise<Readable>
  /** Keeps a file that came to another storage, `size` bytes long when it is whole; its bytes may be the first ones only. */
  adopt(uploadId: string, size: number, content: Readable): Promise<void>
  /** Removes a file, however it came here. */
  remove(uploadId: string): Promise<void>
  /** Rejects where it can't be reached. */
  check(): Promise<void>
  /** Bytes that may still be put in. */
  room(): Promise<number>
}

export async function openFileStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<FileStorage> {
  return s3 ? openBucket(s3) : at(`DATA_DIR=${dataDir}`, openFolder(join(dataDir, 'files')))
}

/** Files that servers made are objects in a folder; tus knows nothing of them. */
const remover =
  ({ uploads, objects }: Pick<FileStorage, 'uploads' | 'objects'>): FileStorage['remove'] =>
  (uploadId) =>
    uploadId.includes('/') ? objects.remove(uploadId) : uploads.remove(uploadId)

/** As tus would have kept it, had it been uploaded here. */
const adopter =
  ({ uploads, objects }: Pick<FileStorage, 'uploads' | 'objects'>): FileStorage['adopt'] =>
  async (id, size, content) => {
    if (id.includes('/')) return objects.write(id, content)
    await uploads.create(new Upload({ id, size, offset: 0 }))
    await uploads.write(content, id, 0)
  }

/** Of an upload for which there is no room left it keeps what came before, and goes on behind that later. */
class UploadFolder extends FileStore {
  readonly #room: () => Promise<number>

  constructor(directory: string, room: () => Promise<number>) {
    super({ directory, expirationPeriodInMilliseconds: uploadLifetime })
    this.#room = room
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const kept = Readable.from(whileRoom(content.iterator({ destroyOnReturn: false }), this.#room))
    try {
      return await super.write(kept, id, offset)
    } catch (error) {
      throw kept.errored instanceof NoRoom ? kept.errored : error // Its own says that a file could not be written.
    }
  }
}

async function openFolder(directory: string): Promise<FileStorage> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const room = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(directory)
    return Math.max(0, bavail * bsize - reserve)
  }
  const uploads = new UploadFolder(directory, room)
  const objects = await openObjectFolder(directory)
  return {
    uploads,
    objects,
    remove: remover({ uploads, objects }),
    async adopt(uploadId, size, content) {
      // What is restored takes what room there is.
      await adopter({ uploads: new FileStore({ directory }), objects })(uploadId, size, content)
      await syncFile(join(directory, uploadId))
    },
    async read(uploadId) {
      const file = createReadStream(join(directory, uploadId))
      await once(file, 'open')
      return file
    },
    async check() {
      await statfs(directory)
    },
    room,
  }
}

/** The bucket of uploaded files and records. */
export async function connectBucket(s3: S3Config): Promise<ObjectBucket> {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = s3
  // Its library is large, and one machine alone does without.
  const { ObjectBucket, bucketLine, partSize } = await import('./object-bucket.ts')
  return new ObjectBucket({
    partSize,
    expirationPeriodInMilliseconds: uploadLifetime,
    useTags: false, // Not every store that speaks S3 has them.
    s3ClientConfig: {
      bucket,
      region,
      credentials: { accessKeyId, secretAccessKey },
      requestHandler: bucketLine,
      ...(endpoint && { endpoint, forcePathStyle: true }),
    },
  })
}

async function openBucket(s3: S3Config): Promise<FileStorage> {
  const uploads = await connectBucket(s3)
  const { objects } = uploads
  return {
    uploads,
    objects,
    read: (uploadId) => uploads.read(uploadId),
    adopt: adopter({ uploads, objects }),
    remove: remover({ uploads, objects }),
    check: () => uploads.check(),
    room: async () => Number.POSITIVE_INFINITY,
  }
}
