import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spawnServer } from '../support/server-process.ts'
import { openTestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, offsetOf, sendPart } from '../support/upload.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('an upload goes on after the server was killed, and also one whose last byte nobody noticed', async () => {
  const content = randomBytes(500_000)
  const first = await spawnServer({ dataDir })
  const token = await first.signIn('element')
  const begun = await beginUpload(first, token, 'survivor.bin', content.length)
  const unnoticed = await beginUpload(first, token, 'unnoticed.bin', content.length)
  await sendPart(addressOf(first, begun), token, 0, content.subarray(0, 200_000))
  await sendPart(addressOf(first, unnoticed), token, 0, content)
  const store = openTestStore(first)
  // As if it had been killed between the last byte and noting it, before anybody looked at the file.
  await store.db
    .updateTable('files')
    .set({ status: 'uploading', sha256: null, completed_at: null, checked_until: null })
    .where('name', '=', 'unnoticed.bin')
    .execute()
  await store.close()
  await first.kill()

  const second = await spawnServer({ dataDir })
  const url = addressOf(second, begun)
  const offset = await offsetOf(url, token)
  expect(offset).toBe(200_000)
  await sendPart(url, token, offset, content.subarray(offset))
  expect(await offsetOf(addressOf(second, unnoticed), token)).toBe(content.length)

  const sums = async () => {
    const { data } = await second.call('v2/file/list', { token })
    return data.items.map(({ sha256 }: { sha256: string | null }) => sha256)
  }
  const sum = createHash('sha256').update(content).digest('hex')
  await expect.poll(sums).toEqual([sum, sum])
  await second.stop()
})
