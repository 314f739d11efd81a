import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Metadata, Server as TusServer } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '../../domain/codes.ts'
import type { Config } from '../config/config.ts'
import type { Caller, Sessions } from '../http/sessions.ts'
import { RateWindow } from '../http/rate-window.ts'
import { Refusal } from '../http/refusal.ts'
import { DatabaseAway } from '../store/database-away.ts'
import type { FileRow } from '../store/file-queries.ts'
import type { Store } from '../store/store.ts'
import { NoRoom, uploadLifetime } from './file-storage.ts'
import type { Files } from './files.ts'
import type { SessionTransfers } from './session-transfers.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { languageOf, worded } from '../http/words.ts'

const path = '/api/restful/v2/file/upload'
/** The largest file, in bytes. */
const largestFile = 4 * 1024 ** 3
/** Uploads that one user may begin. */
const beginnings = { limit: 120, length: 60_000 }
/** Uploads of one user that may be unfinished at once. */
const maxUnfinished = 20
const maxNameLength = 200
/** How long whoever cancels an upload waits for its bytes to be gone. Milliseconds. */
const forgetTime = 5_000
/** A name without folders and control characters. */
const fileName = /^(?!\.{1,2}$)(?=.*\S)[^/\\\p{Cc}]+$/u

const codeOfStatus: Readonly<Record<number, number>> = {
  404: codes.notFound,
  409: codes.stateForbids,
  410: codes.notFound,
  500: codes.serverError,
}

interface Ports {
  config: Pick<Config, 'fileQuota'>
  store: Store
  files: Files
  sessions: Sessions
  sessionTransfers: SessionTransfers
}

interface Uploader {
  caller: Caller
  ip: string
}

const invalid = (field: string, text: Reason): Refusal => new Refusal(codes.invalidInput, text, { [field]: text })

/** What a request to begin an upload says of the file. */
function readCreation({ headers }: FastifyRequest): { name: string; size: number } {
  const length = headers['upload-length']
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length) || Number(length) === 0)
    throw invalid('upload-length', reason('files.reason.noUploadLength'))
  if (Number(length) > largestFile) throw invalid('upload-length', reason('files.reason.tooLarge'))
  const name = readName(headers['upload-metadata'])
  if (name === undefined) throw invalid('filename', reason('files.reason.nameRule'))
  return { name, size: Number(length) }
}

function readName(metadata: string | string[] | undefined): string | undefined {
  try {
    const { filename } = Metadata.parse(typeof metadata === 'string' ? metadata : '')
    const name = filename?.trim()
    return name && name.length <= maxNameLength && fileName.test(name) ? name : undefined
  } catch {
    return undefined // What tus can't read names no file.
  }
}

/**
 * Takes files by resumable upload (tus 1.0.0): a connection that breaks, or a server that ends, costs what was under way
 * alone. Only who began an upload may go on with it. Every request carries the token.
 */
export async function serveUploads(app: FastifyInstance, ports: Ports): Promise<void> {
  const { config, store, files, sessions, sessionTransfers } = ports
  const callers = new WeakMap<object, Uploader>()
  const begun = new RateWindow(beginnings)

  const tus = new TusServer({
    path,
    datastore: files.storage.uploads,
    maxSize: largestFile,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(16).toString('hex'),
    async onUploadCreate({ runtime }, { id, size = 0, metadata }) {
      const { caller } = known(runtime?.node?.req)
      await sessions.storeFor(caller).transaction(async (tx) => {
        await tx.users.lock(caller.id) // Two at once could pass the quota.
        const used = await tx.files.usedBy(caller.id)
        if (used.unfinished >= maxUnfinished)
          throw new Refusal(codes.stateForbids, reason('files.reason.tooManyUploads'))
        if (used.bytes + size > config.fileQuota)
          throw new Refusal(codes.stateForbids, reason('files.reason.quotaUsed'))
        if (size + (await tx.files.promised()) > (await files.storage.room()))
          throw new Refusal(codes.stateForbids, reason('files.reason.diskFull'))
        const file = await tx.files.add({
          upload_id: id,
          owner_id: caller.id,
          owner_path: caller.path,
          name: metadata?.filename?.trim() ?? id,
          size,
          expires_at: Date.now() + uploadLifetime,
        })
        tx.afterCommit(() => files.announce(file, { name: file.name, received: 0 }))
      })
      return {}
    },
    async onUploadFinish({ runtime }, { id }) {
      const file = await store.files.byUploadId(id)
      if (file) await complete(file, known(runtime?.node?.req))
      return {}
    },
    onResponseError({ headers }, error) {
      const inWords = (why: Reason) => worded(languageOf({ 'x-language': headers.get('x-language') ?? '' }), why)
      if (error instanceof Refusal) return { status_code: 409, body: envelope(error.code, inWords(error.reason)) }
      if (error instanceof NoRoom)
        return { status_code: 409, body: envelope(codes.stateForbids, inWords(reason('files.reason.diskFull'))) }
      if (error instanceof DatabaseAway)
        return { status_code: 503, body: envelope(codes.databaseAway, inWords(reason('call.databaseAway'))) }
      if (!('status_code' in error)) {
        app.log.error({ err: error }, 'an upload failed')
        return { status_code: 500, body: envelope(codes.serverError, inWords(reason('call.serverError'))) }
      }
      const code = codeOfStatus[error.status_code] ?? codes.invalidInput
      return { status_code: error.status_code, body: envelope(code, error.body.trim()) }
    },
  })

  function known(request: object | undefined): Uploader {
    const found = request && callers.get(request)
    if (!found) throw new Error('nobody is known to upload here')
    return found
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.headers['x-token']
    const caller = await sessions.recognise(typeof token === 'string' ? token : undefined)
    callers.set(request.raw, { caller, ip: request.ip })
    sessionTransfers.follow(caller.session_id, reply.raw)
  }

  /** The caller's own upload; whoever is above sees the file, but does not go on with it. */
  async function ownUpload(request: FastifyRequest<{ Params: { uploadId: string } }>): Promise<FileRow> {
    const file = await store.files.byUploadId(request.params.uploadId)
    if (file?.owner_id !== known(request.raw).caller.id)
      throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
    return file
  }

  /** From here on tus answers, at this address alone: it would take an upload's id from wherever an address ends. */
  function handOver(request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> {
    request.raw.url = address
    delete request.raw.headers['x-http-method-override'] // The route has decided what this is.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    return tus.handle(request.raw, reply.raw)
  }

  await app.register(async (scope) => {
    // The body is tus' to read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', admit)

    scope.post(path, async (request, reply) => {
      readCreation(request)
      if (!begun.take(String(known(request.raw).caller.id)))
        throw new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
      await handOver(request, reply, path)
    })

    scope.route<{ Params: { uploadId: string } }>({
      method: ['HEAD', 'PATCH'],
      url: `${path}/:uploadId`,
      async handler(request, reply) {
        const file = await ownUpload(request)
        if (request.method === 'HEAD') await completeUnnoticed(request, file)
        if (request.method === 'PATCH')
          reply.raw.once('close', () => {
            files.noteProgress(file).catch((error: unknown) => request.log.debug({ err: error }, 'no progress noted'))
          })
        await handOver(request, reply, `${path}/${file.upload_id}`)
      },
    })

    scope.delete<{ Params: { uploadId: string } }>(`${path}/:uploadId`, async (request, reply) => {
      const file = await ownUpload(request)
      if (file.status !== 'uploading') throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
      await sessions.storeFor(known(request.raw).caller).transaction(async (tx) => {
        await tx.files.remove([file.id])
        tx.afterCommit(() => files.announceGone([file]))
      })
      // What the storage takes longer for, the sweep does.
      await Promise.race([files.forget(), pause(forgetTime, undefined, { ref: false })])
      return reply.code(204).header('Tus-Resumable', '1.0.0').send()
    })
  })

  /** A server that ended at the last byte has not noticed that it was the last. */
  async function completeUnnoticed(request: FastifyRequest, file: FileRow): Promise<void> {
    if (file.status !== 'uploading') return
    const { offset } = await files.storage.uploads.getUpload(file.upload_id)
    if (offset === file.size) await complete(file, known(request.raw))
  }

  function complete(file: FileRow, { caller, ip }: Uploader): Promise<void> {
    return sessions.storeFor(caller).transaction((tx) => files.complete(tx, file, caller, ip))
  }
}

const envelope = (code: number, message: string): string => JSON.stringify({ code, message, data: null })
