import type { paths } from '../../generated/contract-types.ts'
import { breakOff, failed, send } from './client.ts'
import { errorOf } from './errors.ts'
import { keepFile } from './keep-file.ts'

/** Calls that answer a file. */
export type FilePath = Extract<keyof paths, `${string}export`>

type Query = Readonly<Record<string, unknown>>

/** A query as the contract's lists take it: arrays by repetition, nothing for what is undefined. */
function searchOf(query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) params.append(name, String(each))
    }
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

const nameIn = (disposition: string | null): string => /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'export.csv'

async function fetchFile(path: FilePath, query: Query, signal: AbortSignal): Promise<void> {
  const response = await send(new Request(path + searchOf(query), { signal }))
  if (!response.ok || response.headers.get('content-type')?.includes('json') === true)
    throw errorOf(await response.json().catch(() => undefined)) // An answer that is no JSON is reported as such.
  const content = await response.blob().catch((failure: unknown) => breakOff(failure))
  keepFile(content, nameIn(response.headers.get('content-disposition')))
}

/**
 * Fetches a file with the session's token and hands it to the browser to keep. The browser holds it as a blob, which it moves
 * to disk as it grows: it never stands in the page's memory.
 */
export const download = (path: FilePath, query: Query, signal: AbortSignal): Promise<void> =>
  fetchFile(path, query, signal).catch((failure: unknown) => failed(path, failure))
