import type { BatchTarget } from './resource-list.ts'

/** Does something to rows by a call that takes so many at once; it can't be asked for everything that matches. */
export async function inTurns<Result>(
  target: BatchTarget<unknown>,
  atOnce: number,
  act: (ids: number[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  if (!('ids' in target)) throw new Error('this is done to rows by their ids')
  const results: Result[] = []
  for (let from = 0; from < target.ids.length; from += atOnce)
    results.push(...(await act(target.ids.slice(from, from + atOnce))))
  return results
}
