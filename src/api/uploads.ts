import type { Upload } from 'tus-js-client'
import { fromCallback, fromPromise } from 'xstate'
import { announceCallFailure, requestHeaders, requestTimeout } from './client.ts'
import { errorOf, messageOf, transportFailure } from './errors.ts'

const endpoint = '/api/restful/v2/file/upload'
/** Sent at once, in bytes: what is lost at most where a connection breaks, and done well within the server's time limit. */
const partSize = 8 * 1024 * 1024
/** After these waits a part is tried again; behind the last the operator is told. Milliseconds. */
const retryDelays = [500, 1_000, 3_000, 5_000, 10_000]

interface UploadListener {
  /** Bytes that are there. */
  progress(sent: number): void
  done(): void
  failed(reason: string): void
}

const loadTus = () => import('tus-js-client') // Fetched with the first upload.

/** Names an upload in this browser, so that the same file is gone on with after a reload, by the same user alone. */
const nameOf = (file: File, userId: number): string =>
  ['phonedeck', userId, file.name, file.size, file.lastModified].join('-')

async function prepare(file: File, userId: number, options: ConstructorParameters<typeof Upload>[1]): Promise<Upload> {
  const tus = await loadTus()
  return new tus.Upload(file, {
    endpoint,
    chunkSize: partSize,
    retryDelays,
    metadata: { filename: file.name },
    fingerprint: async () => nameOf(file, userId),
    removeFingerprintOnSuccess: true,
    onBeforeRequest(request) {
      for (const [name, value] of Object.entries(requestHeaders())) request.setHeader(name, value)
      const sent = request.getUnderlyingObject() as XMLHttpRequest // In a browser it is one.
      sent.withCredentials = true
      sent.timeout = requestTimeout
      sent.ontimeout = (late) => sent.onerror?.(late) // The library knows of no timeout: a part that is late is tried again.
    },
    ...options,
  })
}

/** What the server said, where it said something; otherwise the connection failed. */
function failureOf(failure: unknown): unknown {
  const response = (failure as { originalResponse?: { getBody(): string } | null }).originalResponse
  try {
    return errorOf(JSON.parse(response?.getBody() ?? ''))
  } catch {
    return transportFailure(failure)
  }
}

/** Sends a file, from where an earlier try has stopped. The answered function stops it, to be gone on with later. */
export function sendFile(file: File, userId: number, listener: UploadListener): () => void {
  let stopped = false
  let upload: Upload | undefined
  const tell = (failure: unknown) => {
    announceCallFailure(endpoint, failure)
    listener.failed(messageOf(failure))
  }
  const begin = async () => {
    upload = await prepare(file, userId, {
      onProgress: (sent) => stopped || listener.progress(sent),
      onSuccess: () => stopped || listener.done(),
      onError: (failure) => stopped || tell(failureOf(failure)),
    })
    const [earlier] = await upload.findPreviousUploads()
    if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier)
    if (!stopped) upload.start()
  }
  begin().catch((failure: unknown) => stopped || tell(failure))
  return () => {
    stopped = true
    void upload?.abort()
  }
}

/** Has the server forget what there is of a file. */
export async function forgetFile(file: File, userId: number): Promise<void> {
  const upload = await prepare(file, userId, {})
  const [earlier] = await upload.findPreviousUploads()
  if (earlier === undefined) return
  upload.resumeFromPreviousUpload(earlier)
  await upload.abort(true)
}

/** A file of somebody's on its way; undefined while there is none. */
interface SentFile {
  file: File | undefined
  userId: number
}

/** How far a file is that a chart has under way. */
export type TransferReport =
  | { type: 'progress'; sent: number }
  | { type: 'sent' }
  | { type: 'not sent'; reason: string }

/** Sends a file for as long as the chart wants it sent. */
export const fileTransfer = fromCallback<{ type: 'none' }, SentFile>(({ input: { file, userId }, sendBack }) => {
  const report = (event: TransferReport) => sendBack(event)
  return (
    file &&
    sendFile(file, userId, {
      progress: (sent) => report({ type: 'progress', sent }),
      done: () => report({ type: 'sent' }),
      failed: (reason) => report({ type: 'not sent', reason }),
    })
  )
})

/** Has the server forget the file, where there is one. */
export const fileRemoval = fromPromise<void, SentFile>(async ({ input: { file, userId } }) => {
  if (file) await forgetFile(file, userId)
})
