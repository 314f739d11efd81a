import { sql, type Kysely, type Selectable } from 'kysely'
import { seesEverything } from '../../domain/roles.ts'
import { bareOf, pageBehind } from './keyset.ts'
import { hasPart } from './keyword.ts'
import { isWithin } from './owner-tree.ts'
import type { FilesTable, FileStatus, Tables } from './tables.ts'
import { countedTotal } from './totals.ts'
import { claimedAtOnce } from './unwanted-objects.ts'
import type { Person } from './users.ts'

export type FileRow = Selectable<FilesTable>

interface FileSearch {
  id?: number | undefined
  /** Part of the name or note. */
  keyword?: string | undefined
  status?: FileStatus[] | undefined
  owner_id?: number | undefined
  sort: { field: 'name' | 'size' | 'created_at'; descending: boolean }
  limit: number
  skip: number
}

const sortKeys = {
  name: sql<string>`files.name`,
  size: sql<number>`files.size`,
  created_at: sql<number>`files.created_at`,
}

export const fileQueries = (db: Kysely<Tables>) => {
  const matching = (caller: Person, search: Omit<FileSearch, 'sort' | 'limit' | 'skip'>) => {
    let query = db.selectFrom('files').where('files.status', '<>', 'removed')
    if (!seesEverything(caller.role)) query = query.where(isWithin(sql.ref('files.owner_path'), caller.path))
    if (search.id !== undefined) query = query.where('files.id', '=', search.id)
    if (search.owner_id !== undefined) query = query.where('files.owner_id', '=', search.owner_id)
    if (search.status !== undefined && search.status.length > 0)
      query = query.where('files.status', 'in', search.status)
    if (search.keyword !== undefined) query = query.where(hasPart(['files.name', 'files.note'], search.keyword))
    return query
  }

  const entries = (caller: Person, search: Omit<FileSearch, 'sort' | 'limit' | 'skip'>) =>
    matching(caller, search)
      .innerJoin('users as owners', 'owners.id', 'files.owner_id')
      .selectAll('files')
      .select('owners.user_name as owner_name')

  return {
    async list(caller: Person, { sort, limit, skip, ...search }: FileSearch) {
      const keyset = {
        rows: entries(caller, search),
        bare: bareOf(matching(caller, search)),
        count: () => countedTotal(matching(caller, search)),
        key: sortKeys[sort.field],
        id: sql<number>`files.id`,
        descending: sort.descending,
      }
      return pageBehind(db, keyset, { limit, skip })
    },

    /** One file as lists show it; undefined unless the caller may see it. */
    visible: (caller: Person, id: number) => entries(caller, { id }).executeTakeFirst(),

    byId: (id: number): Promise<FileRow | undefined> =>
      db.selectFrom('files').selectAll().where('id', '=', id).where('status', '<>', 'removed').executeTakeFirst(),

    byUploadId: (uploadId: string): Promise<FileRow | undefined> =>
      db
        .selectFrom('files')
        .selectAll()
        .where('upload_id', '=', uploadId)
        .where('status', '<>', 'removed')
        .executeTakeFirst(),

    /** Of what the caller may see, locked until the transaction ends, in the order of their ids. */
    async lockVisible(caller: Person, ids: readonly number[]): Promise<FileRow[]> {
      return matching(caller, {})
        .selectAll('files')
        .where('files.id', 'in', ids)
        .orderBy('files.id')
        .forUpdate()
        .execute()
    },

    add: (file: Pick<FileRow, 'upload_id' | 'owner_id' | 'owner_path' | 'name' | 'size' | 'expires_at'>) =>
      db
        .insertInto('files')
        .values({ ...file, status: 'uploading' })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Adds one that is whole, and known to be. */
    addWhole: (
      file: Pick<FileRow, 'upload_id' | 'owner_id' | 'owner_path' | 'name' | 'size' | 'sha256'>,
      now: number,
    ): Promise<FileRow> =>
      db
        .insertInto('files')
        .values({ ...file, received: file.size, status: 'ready', completed_at: now })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** What a user has: bytes, unfinished uploads at their full size, and how many of these there are. */
    async usedBy(userId: number): Promise<{ bytes: number; unfinished: number }> {
      return db
        .selectFrom('files')
        .select([
          sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'),
          sql<number>`count(*) filter (where status = 'uploading')`.as('unfinished'),
        ])
        .where('owner_id', '=', userId)
        .where('status', '<>', 'removed')
        .executeTakeFirstOrThrow()
    },

    /** Bytes that unfinished uploads still wait for, whoever they are of. */
    async promised(): Promise<number> {
      const { bytes } = await db
        .selectFrom('files')
        .select(sql<number>`coalesce(sum(size - received), 0)::bigint`.as('bytes'))
        .where('status', '=', 'uploading')
        .executeTakeFirstOrThrow()
      return bytes
    },

    async noteReceived(id: number, received: number): Promise<void> {
      await db.updateTable('files').set({ received }).where('id', '=', id).where('status', '=', 'uploading').execute()
    },

    /** All of it is here; undefined where that was known, or the file is gone. */
    complete: (id: number, now: number): Promise<FileRow | undefined> =>
      db
        .updateTable('files')
        .set((of) => ({ status: 'checking', received: of.ref('size'), completed_at: now, expires_at: null }))
        .where('id', '=', id)
        .where('status', '=', 'uploading')
        .returningAll()
        .executeTakeFirst(),

    async change(id: number, change: Partial<Pick<FileRow, 'name' | 'note'>>): Promise<void> {
      await db.updateTable('files').set(change).where('id', '=', id).execute()
    },

    /** Takes files out of every list; what they hold is removed after that. */
    async remove(ids: readonly number[]): Promise<void> {
      await db.updateTable('files').set({ status: 'removed', expires_at: null }).where('id', 'in', ids).execute()
    },

    /** Takes it upon the caller to compute a checksum, for so long that nobody else does; the longest waiting first. */
    claimUnchecked: (now: number, until: number): Promise<FileRow | undefined> =>
      db
        .updateTable('files')
        .set({ checked_until: until })
        .where('id', '=', (of) =>
          of
            .selectFrom('files as waiting')
            .select('waiting.id')
            .where('waiting.status', '=', 'checking')
            .where((where) =>
              where.or([where('waiting.checked_until', 'is', null), where('waiting.checked_until', '<', now)]),
            )
            .orderBy('waiting.id')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),

    async noteChecksum(id: number, sha256: string | null): Promise<void> {
      await db
        .updateTable('files')
        .set({ status: sha256 === null ? 'damaged' : 'ready', sha256, checked_until: null })
        .where('id', '=', id)
        .where('status', '=', 'checking')
        .execute()
    },

    /** Gives a claim back, for somebody else to take. */
    async unclaim(id: number): Promise<void> {
      await db.updateTable('files').set({ checked_until: null }).where('id', '=', id).execute()
    },

    /** Files whose bytes are to go, for the transaction alone: removed ones, and uploads that were not finished in time. */
    claimUnwanted: (now: number, after = 0): Promise<Pick<FileRow, 'id' | 'upload_id'>[]> =>
      db
        .selectFrom('files')
        .select(['id', 'upload_id'])
        .where((where) => where.or([where('status', '=', 'removed'), where('expires_at', '<', now)]))
        .where('id', '>', after)
        .orderBy('id')
        .limit(claimedAtOnce)
        .forUpdate()
        .skipLocked()
        .execute(),

    async forget(ids: readonly number[]): Promise<void> {
      await db.deleteFrom('files').where('id', 'in', ids).execute()
    },
  }
}

export type FileEntry = NonNullable<Awaited<ReturnType<ReturnType<typeof fileQueries>['visible']>>>
