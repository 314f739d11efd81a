import { token } from './client.ts'
import { errorOf } from './errors.ts'
import { announceFailure } from './failures.ts'
import { keepFile } from './keep-file.ts'
import type { paths } from './schema.ts'

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

async function fetchFile(path: FilePath, query: Query, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { 'X-Language': document.documentElement.lang }
  const current = token.read()
  if (current !== undefined) headers['X-Token'] = current
  const response = await fetch(path + searchOf(query), { headers, credentials: 'include', signal })
  if (response.ok && !response.headers.get('content-type')?.includes('json')) return response
  throw errorOf(await response.json().catch(() => undefined)) // An answer that is no JSON is reported as such.
}

/**
 * Fetches a file with the session's token and hands it to the browser to keep. The browser holds it as a blob, which it moves
 * to disk as it grows: it never stands in the page's memory.
 */
export async function download(path: FilePath, query: Query, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetchFile(path, query, signal)
    keepFile(await response.blob(), nameIn(response.headers.get('content-disposition')))
  } catch (failure) {
    announceFailure(failure)
    throw failure
  }
}
