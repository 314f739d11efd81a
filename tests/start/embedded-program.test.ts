import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { openPrograms, specOf } from '../../server/embedded/programs.ts'

afterEach(() => vi.unstubAllEnvs())

/** The environment that a program finds. */
async function environmentOf(options: { env?: Record<string, string>; inherits?: RegExp }) {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-program-'))
  const script = join(folder, 'tell.mjs')
  writeFileSync(script, 'console.log(JSON.stringify({ env: process.env })); process.channel.ref()')
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  const programs = openPrograms(false, Fastify().log)
  programs.run('tell', specOf({ args: [script], ...options }), resolve)
  const { env } = await promise
  await programs.stop('tell')
  rmSync(folder, { recursive: true })
  return env as Record<string, string>
}

test('a program beside the server gets none of its secrets', async () => {
  const secrets = [
    'DATABASE_URL',
    'SECRET_KEY',
    'SEED_PASSWORD',
    'MQTT_URL',
    'TLS_KEY',
    'S3_SECRET_ACCESS_KEY',
    'ADB_SERVER',
  ]
  for (const name of secrets) vi.stubEnv(name, 'secret')
  vi.stubEnv('TZ', 'Asia/Shanghai')
  const env = await environmentOf({})
  expect(JSON.stringify(env)).not.toContain('secret')
  expect(env).toMatchObject({ PATH: process.env.PATH, TZ: 'Asia/Shanghai' })
})

test('it gets what it inherits by name, and what is set for it', async () => {
  vi.stubEnv('ADB_SERVER', '127.0.0.1:5038')
  vi.stubEnv('SEED_PASSWORD', 'secret')
  const env = await environmentOf({ env: { ENROLMENT_TOKEN: 'token' }, inherits: /^ADB\w*$/ })
  expect(env).toMatchObject({ ADB_SERVER: '127.0.0.1:5038', ENROLMENT_TOKEN: 'token' })
  expect(env).not.toHaveProperty('SEED_PASSWORD')
})
