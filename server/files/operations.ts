import { codes } from '../../domain/codes.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Files } from './files.ts'
import type { Config } from '../config/config.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { openFileTicket, sealFileTicket } from './file-tickets.ts'
import { reason } from '../../texts/reason.ts'
import { absentOf, resultsOf } from '../http/batch-results.ts'
import { Refusal } from '../http/refusal.ts'
import { sortOrder } from '../http/sort-order.ts'
import type { FileEntry } from '../store/file-queries.ts'
import { differing, targetsOf } from '../store/operation-log.ts'

/** How long there is to begin a download, in milliseconds. */
const ticketLifetime = 60_000
/** Ids that the operation log tells of a batch. */
const maxLogged = 100

function toFile({ status, ...row }: FileEntry): Schemas['StoredFile'] {
  const { upload_id: _, owner_path: __, checked_until: ___, ...file } = row
  return { ...file, status: status === 'removed' ? 'damaged' : status } // Removed ones are not among entries.
}

interface Ports {
  config: Pick<Config, 'fileQuota'>
  files: Files
  secret: Uint8Array
  sessions: Sessions
}

export const fileOperations = defineOperations(({ config, files, secret, sessions }: Ports) => ({
  fileList: async ({ caller, query, store }) => {
    const [{ items, total }, used] = await Promise.all([
      store.files.list(caller, {
        keyword: query.keyword?.trim() || undefined,
        status: query.status,
        owner_id: query.owner_id,
        sort: sortOrder(query.sort),
        limit: query.limit,
        skip: query.skip,
      }),
      store.files.usedBy(caller.id),
    ])
    return { items: items.map(toFile), total, used: used.bytes, quota: config.fileQuota }
  },

  fileEdit: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const [before] = await tx.files.lockVisible(caller, [body.id])
      if (before === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
      const { id, ...given } = body
      const change = { ...given, ...(given.name !== undefined && { name: given.name.trim() }) }
      await tx.files.change(id, change)
      await note(tx, 'file.edit', { target: `file:${id}`, detail: differing(before, change) })
      const file = await tx.files.visible(caller, id)
      if (file === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
      tx.afterCommit(() => files.announce(before, change))
      return toFile(file)
    }),

  /** Deletes files and unfinished uploads; those that the caller can't see are told one by one. */
  fileDel: (call) => {
    const { caller, body, store, note } = call
    const ids = [...new Set(body.ids)]
    return store.transaction(async (tx) => {
      const found = await tx.files.lockVisible(caller, ids)
      const results = resultsOf(call, ids, new Map(absentOf(ids, found, reason('files.reason.noSuchFile'))))
      if (found.length === 0) return { results }
      await tx.files.remove(found.map(({ id }) => id))
      const listed = found.slice(0, maxLogged).map(({ id, name, size }) => ({ id, name, size }))
      const detail = { before: { count: found.length, files: listed } }
      const result = found.length < ids.length ? 'partial' : 'ok'
      await note(tx, 'file.del', { ...targetsOf('file', found), detail, result })
      tx.afterCommit(() => {
        files.announceGone(found)
        call.afterAnswer(() => files.forget())
      })
      return { results }
    })
  },

  /** An address to download a file from, for a browser that can send no header with it. */
  fileLink: async ({ caller, query, store }) => {
    const file = await store.files.visible(caller, query.id)
    if (file === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
    if (file.status === 'uploading') throw new Refusal(codes.stateForbids, reason('files.reason.notHere'))
    if (file.status === 'damaged') throw new Refusal(codes.stateForbids, reason('files.reason.unreadable'))
    const expires_at = Date.now() + ticketLifetime
    const ticket = sealFileTicket(secret, { file_id: file.id, session_id: caller.session_id, expires_at })
    return { url: `/api/restful/v2/file/download?ticket=${ticket}`, expires_at }
  },

  /** Hands a file out to the session that asked for its address, while that lasts and sees the file. */
  fileDownload: async ({ query, store }) => {
    const ticket = openFileTicket(secret, query.ticket)
    if (ticket === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
    if (ticket === 'expired') throw new Refusal(codes.tokenExpired, reason('files.reason.linkExpired'))
    const { file_id, session_id } = ticket
    const caller = (await sessions.standingOf([session_id])).callers.get(session_id)
    if (caller === undefined) throw new Refusal(codes.tokenExpired, reason('files.reason.linkExpired'))
    const file = await store.files.visible(caller, file_id)
    if (file === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
    return { name: file.name, size: file.size, bytes: await files.storage.read(file.upload_id), session_id }
  },
}))
