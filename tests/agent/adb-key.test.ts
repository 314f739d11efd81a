import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AdbKeyFile } from '../../agent/adb-key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phonedeck-adb-key-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const pathOfKey = (): string => join(folder, 'adb-key.p8')
const keyOf = async (): Promise<Buffer> => Buffer.from((await new AdbKeyFile(folder).generateKey()).buffer)

test('phones know the next agent by the same key, which nobody else can read', async () => {
  const key = await keyOf()
  expect(createPrivateKey({ key, format: 'der', type: 'pkcs8' }).asymmetricKeyDetails?.modulusLength).toBe(2_048)
  expect(await keyOf()).toEqual(key)
  expect(statSync(pathOfKey()).mode & 0o777).toBe(0o600)
})

test.each([0, 1_200])('a key file of %i zeroes, which a power cut leaves, is replaced', async (length) => {
  writeFileSync(pathOfKey(), Buffer.alloc(length))
  const key = await keyOf()
  expect(readFileSync(pathOfKey())).toEqual(key)
  expect(createPrivateKey({ key, format: 'der', type: 'pkcs8' }).type).toBe('private')
})
