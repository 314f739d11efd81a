import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PhoneMemory } from '../../agent/phone-memory.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phone-memory-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

test('phones are remembered by a later agent, with the moment of their loss', async () => {
  const memory = await PhoneMemory.open(folder)
  expect(memory.phones).toEqual([])
  for (let i = 0; i < 100; i += 1) memory.met(`10.0.0.${i}:5555`, `S${i}`)
  memory.lost('10.0.0.7:5555')
  memory.lost('10.0.1.1:5555')
  await memory.close()
  expect(await readdir(folder)).toEqual(['phones.json'])

  const later = await PhoneMemory.open(folder)
  expect(later.phones).toHaveLength(100)
  expect(later.serialAt('10.0.0.99:5555')).toBe('S99')
  expect(later.phones[7]).toEqual({ address: '10.0.0.7:5555', serial: 'S7', lost_at: expect.any(Number) })
})

test('a phone that was lost for a day is forgotten, one that was there when the agent ended a day after it started', async () => {
  const memory = await PhoneMemory.open(folder)
  memory.met('10.0.0.1:5555', 'GONE')
  memory.met('10.0.0.2:5555', 'STAYED')
  memory.lost('10.0.0.1:5555')
  await memory.close()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
  const later = await PhoneMemory.open(folder)
  expect(later.phones.map(({ serial }) => serial)).toEqual(['STAYED'])
  vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
  expect(later.phones).toEqual([])
})

test.each(['', '{"phones":[]}', '[{"address":"10.0.0.1:5555"},null,7,{"address":1,"serial":"A"}]'])(
  'a damaged file is as good as none: %s',
  async (text) => {
    await writeFile(join(folder, 'phones.json'), text)
    const memory = await PhoneMemory.open(folder)
    expect(memory.phones).toEqual([])
    memory.met('10.0.0.1:5555', 'A')
    await memory.close()
    expect((await PhoneMemory.open(folder)).phones).toHaveLength(1)
  },
)
