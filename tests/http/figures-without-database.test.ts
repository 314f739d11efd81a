import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { Cable } from '../support/cable.ts'
import { newDatabase } from '../support/database.ts'
import { spawnServer } from '../support/server-process.ts'

test('while the database is away the figures are told that are not in it', async () => {
  const database = await newDatabase({ isSeeded: true })
  const cable = await Cable.to(join(inject('postgresFolder'), '.s.PGSQL.5432'))
  const DATABASE_URL = `postgres://phonedeck@127.0.0.1:${cable.port}/${database.name}`
  const server = await spawnServer({ env: { DATABASE_URL, SECRET_KEY: '5a'.repeat(32) } })
  const figures = async () => {
    const answer = await fetch(`${server.url}/metrics`)
    return {
      status: answer.status,
      names: [...(await answer.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
    }
  }
  const all = await figures()
  cable.unplug()
  const left = await figures()
  expect([all.status, left.status]).toEqual([200, 200])
  expect(left.names).toContain('process_resident_memory_bytes')
  expect(left.names.length).toBeLessThan(all.names.length)
  cable.plugIn()
  await expect.poll(async () => (await figures()).names, { timeout: 20_000 }).toEqual(all.names)
  await server.stop()
  await cable.close()
  await database.drop()
})
