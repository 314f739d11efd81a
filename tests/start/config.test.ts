import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { runServer } from '../support/server-process.ts'

test('an empty environment means the defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: expect.stringMatching(/\/data$/),
    databaseUrl: undefined,
    mqttUrl: undefined,
    publicUrl: undefined,
    phones: 12,
    firstFleet: 'demo',
    captcha: true,
    tls: undefined,
  })
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PHONES', '1.5'],
  ['CAPTCHA', 'no'],
  ['DEMO', 'yes'],
  ['DATABASE_URL', 'mysql://db'],
  ['DATABASE_URL', 'not an address'],
  ['MQTT_URL', 'http://broker'],
  ['PUBLIC_URL', 'https://phones.example.com/console'],
  ['ADVERTISE_URL', 'ws://10.0.0.5:8080'],
  ['ROLE', 'edge'],
  ['RELAY_SECRET', 'thirty-one-characters-are-short'],
  ['SEED_PASSWORD', 'short'],
  ['TLS_CERT', '/nowhere/cert.pem'],
  ['CONSOLE_DIR', '/nowhere'],
  ['LOG_LEVEL', 'loud'],
  ['REPORT_TIME_ZONE', 'Mars/Olympus'],
  ['RATE_LIMIT', 'many'],
  ['KEEP_JOBS_DAYS', 'long'],
  ['KEEP_LOG_DAYS', '39'],
  ['KEEP_USES_DAYS', '36501'],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '1'], // Without PUBLIC_URL.
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}\\b`))
})

test('what grows is kept for ever where 0 days are said, and the log for the time that reports need at least', () => {
  expect(readConfig({ KEEP_LOG_DAYS: '0', KEEP_JOBS_DAYS: '1' }).keep).toMatchObject({ log: 0, jobs: 1, uses: 100 })
})

test('HTTPS needs certificate and key', () => {
  expect(() => readConfig({ TLS_CERT: 'package.json' })).toThrow(/^TLS_KEY: missing/)
})

test('the message about an address does not repeat it, for it may hold a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
})

test('a server with a bad value says which, and exits with 2', async () => {
  const { exitCode, lines } = await runServer({ PORT: 'http' })
  expect({ exitCode, lines }).toEqual({ exitCode: 2, lines: ['PORT=http: a whole number from 0 to 65535 is expected'] })
})

test('a server without its database says so, and exits with 2', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-config-'))
  const { exitCode, lines } = await runServer({
    DATABASE_URL: 'postgres://phonedeck:hunter2@127.0.0.1:1/phonedeck',
    DATA_DIR: folder,
  })
  expect(exitCode).toBe(2)
  expect(lines.join('\n')).toMatch(/^DATABASE_URL: .*ECONNREFUSED/)
  expect(lines.join('\n')).not.toContain('hunter2')
  rmSync(folder, { recursive: true })
})
