import { bodyRules } from '../../generated/body-rules.ts'
import type { components, operations } from '../../generated/contract-types.ts'
import { api, dataOf } from './client.ts'
import type { RecordFormInput } from './form-description.ts'
import { idsOf, maxFound, pagesByOffset, wantedText, type BatchCall, type FindOptions } from './list-calls.ts'

export type StoredFile = components['schemas']['StoredFile']
export type FileStatus = components['schemas']['FileStatus']

/** The largest file that the server takes, in bytes. */
export const largestFile = 4 * 1024 ** 3

/** Whether a file is an app for phones, by its name. */
export const isApk = ({ name }: File): boolean => /\.apk$/i.test(name)

type ListQuery = NonNullable<operations['fileList']['parameters']['query']>
/** What the list of files is sorted by and narrowed to, as the call takes it. */
export type FileQuery = Omit<ListQuery, 'limit' | 'skip'>

export const fetchFiles = pagesByOffset<StoredFile, FileQuery>(({ query, ...page }, signal) =>
  dataOf(api.GET('/api/restful/v2/file/list', { signal, params: { query: { ...query, ...page } } })),
)

/** What the caller has used of its space, in bytes. */
export async function fetchSpace(signal: AbortSignal): Promise<{ used: number; quota: number }> {
  const { used, quota } = await dataOf(
    api.GET('/api/restful/v2/file/list', { signal, params: { query: { limit: 1 } } }),
  )
  return { used, quota }
}

export const deleteFiles: BatchCall<FileQuery> = async (target, signal) => {
  const body = { ids: idsOf(target) }
  return dataOf(api.POST('/api/restful/v2/file/del', { body, signal }))
}

export type FileValues = { name: string; note: string }

/** The form that renames a file and notes something about it. */
export const fileForm = ({ id, name, note }: StoredFile): RecordFormInput<FileValues, StoredFile> => ({
  of: 'existing record',
  rules: bodyRules.fileEdit,
  values: { name, note },
  save: ({ changes }, signal) => dataOf(api.POST('/api/restful/v2/file/edit', { body: { id, ...changes }, signal })),
})

/** Has the browser download a file, at an address that is good for this once. */
export async function downloadFile(id: number): Promise<void> {
  const { url } = await dataOf(api.GET('/api/restful/v2/file/link', { params: { query: { id } } }))
  const link = document.createElement('a')
  link.href = url
  link.click()
}

/** The longest part of a name that files are found by. */
const maxKeywordLength = 64

/** The id of a file that the operator has just uploaded. @throws Error where the server has none */
export async function findUploaded({ name, size }: File, signal: AbortSignal): Promise<number> {
  const query = { keyword: name.trim().slice(0, maxKeywordLength), sort: '-created_at' as const, limit: 50 }
  const { items } = await dataOf(api.GET('/api/restful/v2/file/list', { signal, params: { query } }))
  const found = items.find((one) => one.name === name.trim() && one.size === size && one.status !== 'uploading')
  if (found === undefined) throw new Error(`${name} was not found`)
  return found.id
}

/** Uploaded files that are whole, by name; the newest first. */
export const findFiles: FindOptions = async (wanted, signal) => {
  const status: ('ready' | 'checking')[] = ['ready', 'checking']
  const limit = 'value' in wanted ? 500 : maxFound
  const query = { limit, status, keyword: wantedText(wanted), sort: '-created_at' as const }
  const { items } = await dataOf(api.GET('/api/restful/v2/file/list', { signal, params: { query } }))
  const options = items.map(({ id, name }) => ({ value: String(id), text: name }))
  return 'value' in wanted ? options.filter(({ value }) => value === wanted.value) : options
}
