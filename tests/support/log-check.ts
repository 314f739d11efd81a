import { expect } from 'vitest'
import { codes } from '../../domain/codes.ts'
import type { Verdict } from '../../server/log/verification.ts'
import type { TestServer } from './server.ts'
import type { TestStore } from './test-store.ts'

/** Waits until every entry of the log is chained. */
export const allChained = (store: Pick<TestStore, 'operationChain'>) =>
  expect.poll(() => store.operationChain.longestWait(), { timeout: 10_000, interval: 20 }).toBeUndefined()

/** Has the operation log checked, and waits for what is found. */
export async function checkedLog(
  server: Pick<TestServer, 'call'>,
  token: string,
  receipt: { receipt_id?: number; receipt_hash?: string } = {},
): Promise<Verdict> {
  const begun = await server.call('v2/log/verify', { token, body: receipt })
  expect(begun).toMatchObject({ code: codes.ok })
  const ask = async () => (await server.call('v2/log/verify', { token, query: { id: begun.data.id } })).data
  await expect.poll(async () => (await ask()).state, { timeout: 10_000, interval: 20 }).toBe('done')
  return (await ask()).verdict
}

/** Every entry gets a link, and each link follows on the one before it. */
export async function expectUnbrokenChain(db: TestStore['db']): Promise<void> {
  // One moment of both: the server goes on writing and chaining.
  const read = () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => ({
        links: await tx.selectFrom('operation_chain').selectAll().orderBy('position').execute(),
        entries: await tx.selectFrom('operation_log').select('id').orderBy('id').execute(),
      }))
  let moment = await read()
  const unlinked = async () => {
    moment = await read()
    const linked = new Set(moment.links.map(({ log_id }) => log_id))
    return moment.entries.filter(({ id }) => !linked.has(id))
  }
  await expect.poll(unlinked, { timeout: 10_000, interval: 20 }).toEqual([])
  const { links, entries } = moment
  expect(links.map(({ log_id }) => log_id).toSorted((a, b) => a - b)).toEqual(entries.map(({ id }) => id))
  expect(links.map(({ position }) => position)).toEqual(links.map((_, index) => index + 1))
  for (const [index, link] of links.entries())
    expect(link.previous_hash).toEqual(links[index - 1]?.hash ?? Buffer.alloc(32))
}
