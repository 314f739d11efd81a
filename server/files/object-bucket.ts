import { Readable } from 'node:stream'
import { S3Store } from '@tus/s3-store'
import { checkObjectName, NoSuchObject, ObjectExists, type ObjectStorage } from './object-storage.ts'

/** Of an object in S3, in bytes; it has at most 10,000 parts, and all but the last have at least 5 MB. */
export const partSize = 8 * 1024 ** 2

/** How long the bucket may take to answer, and with a part to take in before. Milliseconds. */
const [answerTimeout, partTimeout] = [15_000, 5 * 60_000]
/** How its client dials: a line on which nothing moves for so long is dead. Milliseconds. */
export const bucketLine = { connectionTimeout: 5_000, socketTimeout: 5 * 60_000, throwOnRequestTimeout: true }

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NotFound', 'NoSuchKey', 'NotFoundError'].includes(error.name)

/** A bucket: tus' uploads, and objects through the same client. */
export class ObjectBucket extends S3Store {
  readonly objects: ObjectStorage = {
    write: (name, content) => this.#put(checkObjectName(name), content),
    read: (name) => this.#get(checkObjectName(name)),
    remove: async (name) => {
      await this.client.deleteObject(this.#at(checkObjectName(name)))
    },
  }

  constructor(options: ConstructorParameters<typeof S3Store>[0]) {
    super(options)
    const { requestHandler } = this.client.config
    const handle = requestHandler.handle.bind(requestHandler)
    requestHandler.handle = (request, given) =>
      handle(request, { ...given, requestTimeout: request.method === 'PUT' ? partTimeout : answerTimeout })
  }

  /** Its own leaves what had come of a part that was never full. */
  override async remove(id: string): Promise<void> {
    await this.deleteIncompletePart(id)
    await super.remove(id)
  }

  /** Asks for an object that is not there: the bucket has to know that. */
  async check(): Promise<void> {
    await this.#exists('phonedeck-is-this-there')
  }

  /** Begins an object of several parts, sends one, and takes all of it back; rejects naming what of it the bucket does not allow. */
  async tryParts(name: string): Promise<void> {
    const begun = this.client.createMultipartUpload(this.#at(checkObjectName(name)))
    const { UploadId } = await named('CreateMultipartUpload', begun)
    const upload = { ...this.#at(name), UploadId }
    await named('UploadPart', this.client.uploadPart({ ...upload, PartNumber: 1, Body: Buffer.from('part') }))
    await named('AbortMultipartUpload', this.client.abortMultipartUpload(upload))
  }

  #at(Key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key }
  }

  /** An object of several parts appears when all of them are acknowledged together. */
  async #put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    if (await this.#exists(name)) throw new ObjectExists(name)
    const parts = inParts(content)
    const first = await parts.next()
    // What is smaller than a part needs none.
    if (first.done === true || first.value.length < partSize) {
      await this.client.putObject({ ...this.#at(name), Body: first.value ?? Buffer.alloc(0) })
      return
    }
    const { UploadId } = await this.client.createMultipartUpload(this.#at(name))
    const upload = { ...this.#at(name), UploadId }
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let part: IteratorResult<Buffer, undefined> = first; part.done !== true; part = await parts.next()) {
        const PartNumber = Parts.length + 1
        const { ETag } = await this.client.uploadPart({ ...upload, PartNumber, Body: part.value })
        Parts.push({ PartNumber, ETag })
      }
      await this.client.completeMultipartUpload({ ...upload, MultipartUpload: { Parts } })
    } catch (error) {
      await this.client.abortMultipartUpload(upload)
      throw error
    }
  }

  async #get(name: string): Promise<Readable> {
    try {
      const { Body } = await this.client.getObject(this.#at(name))
      if (Body instanceof Readable) return Body
      throw new Error('the bucket answered without a body')
    } catch (error) {
      throw isMissing(error) ? new NoSuchObject(name) : error
    }
  }

  async #exists(name: string): Promise<boolean> {
    try {
      await this.client.headObject(this.#at(name))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }
}

/** Rejects with the name of the call that failed, and why. */
const named = <T>(call: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Error(`${call}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })

/** Bytes in pieces of one part's size; the last is what is left. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined, void> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    const bytes = Buffer.concat(waiting)
    yield bytes.subarray(0, partSize)
    waiting = [bytes.subarray(partSize)]
    size -= partSize
  }
  if (size > 0) yield Buffer.concat(waiting)
}
