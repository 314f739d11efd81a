import { codes } from '../../domain/codes.ts'
import { pageSize } from '../../src/api/list-calls.ts'
import type { ServerProcess } from '../../tests/support/server-process.ts'
import { quantile } from '../figure.ts'
import type { PgAlone } from './pg-alone.ts'

/** As the console asks for them. */
export const limit = pageSize
const rounds = 60

export type ListQuery = Record<string, string>

/** Asks for a page and answers the next one's cursor and how long it took, in milliseconds. */
export async function page(server: ServerProcess, path: string, token: string, query: ListQuery) {
  const begun = performance.now()
  const { code, message, data } = await server.call(path, { token, query: { ...query, limit } })
  if (code !== codes.ok) throw new Error(`${path} was refused: ${message}`)
  return { cursor: data.next_cursor as string | null, took: performance.now() - begun } // The contract says so.
}

/** How long the server took for each of its last answers, as its log says, in milliseconds. */
export function servedIn(server: ServerProcess, path: string, since: number): number[] {
  const mine = server.lines.slice(since).filter((line) => line.includes('"answered"') && line.includes(path))
  return mine.map((line) => Number(/"ms":([\d.]+)/.exec(line)?.[1]))
}

export interface List {
  path: string
  token: string
  queries: readonly ListQuery[]
}

/** Of each query of a list, in milliseconds: medians of a page further down, where there is one, as the server measures it. */
export async function pagesOf(
  server: ServerProcess,
  { path, token, queries }: List,
  between: (query: ListQuery, cursor: string | undefined) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<number[]> {
  const medians: number[] = []
  for (const query of queries) {
    let cursor: string | undefined
    for (let step = 0; step < 2; step += 1)
      cursor = (await page(server, path, token, withCursor(query, cursor))).cursor ?? cursor
    const goOn = await between(query, cursor)
    const since = server.lines.length
    for (let round = 0; round < rounds; round += 1) {
      await page(server, path, token, withCursor(query, cursor))
      await goOn()
    }
    medians.push(quantile(servedIn(server, path, since), 0.5))
  }
  return medians
}

const withCursor = (query: ListQuery, cursor: string | undefined): ListQuery =>
  cursor === undefined ? query : { ...query, cursor }

/** The same, and beside each of these pages its statements through `pg`. */
export async function besidePg(
  server: ServerProcess,
  alone: PgAlone,
  list: List,
  statementsOf: (query: ListQuery, cursor: string | undefined) => Promise<{ text: string; values: unknown[] }[]>,
): Promise<{ served: number[]; bare: number[] }> {
  const times: number[][] = []
  const served = await pagesOf(server, list, async (query, cursor) => {
    const statements = await statementsOf(query, cursor)
    const ofQuery: number[] = []
    times.push(ofQuery)
    return async () => void ofQuery.push(await alone.time(statements))
  })
  return { served, bare: times.map((ofQuery) => quantile(ofQuery, 0.5)) }
}
