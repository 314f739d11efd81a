import { writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, SettingError } from '../../agent/settings.ts'
import { Program } from './box-under-test.ts'
import { fc } from '../support/properties.ts'

const good = { PHONEDECK_URL: 'http://localhost:8080', ENROLMENT_TOKEN: 'token' }

test('without phones named, the local adb server is asked for them', () => {
  expect(readSettings(good).adb).toEqual({ kind: 'server', server: { host: '127.0.0.1', port: 5037 } })
})

test('phones may be named, also by IPv6 address', () => {
  expect(readSettings({ ...good, ADB_ENDPOINTS: '10.0.0.5:5555, [fe80::1]:5556' }).adb).toEqual({
    kind: 'direct',
    endpoints: [
      { host: '10.0.0.5', port: 5555 },
      { host: 'fe80::1', port: 5556 },
    ],
  })
})

test.each([
  ['PHONEDECK_URL', { PHONEDECK_URL: '' }],
  ['PHONEDECK_URL', { PHONEDECK_URL: 'ftp://localhost' }],
  ['ENROLMENT_TOKEN', { ENROLMENT_TOKEN: '' }],
  ['ENROLMENT_TOKEN', { ENROLMENT_TOKEN: 'x'.repeat(129) }],
  ['ADB_ENDPOINTS', { ADB_ENDPOINTS: 'phone' }],
  ['ADB_ENDPOINTS', { ADB_ENDPOINTS: '10.0.0.5:0' }],
  ['ADB_ENDPOINTS', { ADB_ENDPOINTS: '10.0.0.5:5555,' }],
  ['ADB_SERVER', { ADB_SERVER: 'localhost' }],
  ['ADB_SERVER', { ADB_SERVER: 'localhost:70000' }],
])('a bad %s ends the agent with a message that names it (%o)', (name, bad) => {
  expect(() => readSettings({ ...good, ...bad })).toThrow(name)
})

test('a bad setting is written into the log, and the exit code is 2', async () => {
  const agent = new Program('agent/main.ts', [], { ...good, PHONEDECK_URL: 'nowhere' })
  expect(await agent.exited).toBe(2)
  expect(agent.lines).toHaveLength(1)
  expect(agent.lines[0]).toMatchObject({ level: 'error', msg: expect.stringContaining('PHONEDECK_URL') })
})

test('another program than the pinned scrcpy server is not pushed to phones', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'scrcpy-')), 'server.jar')
  await writeFile(path, 'another program')
  const agent = new Program('agent/main.ts', [], { ...good, SCRCPY_SERVER_PATH: path })
  expect(await agent.exited).toBe(2)
  expect(agent.lines[0]).toMatchObject({ msg: expect.stringContaining('SCRCPY_SERVER_PATH') })
})

test('whatever the settings, they are read or refused by name', () => {
  const address = fc.oneof(
    fc.string(),
    fc.constantFrom('10.0.0.5:5555', '[::1]:5555', ':5555', 'a:99999', 'a:5555,', ','),
  )
  const url = fc.oneof(fc.string(), fc.webUrl())
  fc.assert(
    fc.property(
      url,
      fc.string({ minLength: 1 }),
      address,
      address,
      (PHONEDECK_URL, ENROLMENT_TOKEN, phones, server) => {
        try {
          const { adb } = readSettings({ PHONEDECK_URL, ENROLMENT_TOKEN, ADB_ENDPOINTS: phones, ADB_SERVER: server })
          for (const { host, port } of adb.kind === 'direct' ? adb.endpoints : [adb.server]) {
            expect(host).not.toBe('')
            expect(port > 0 && port < 65_536).toBe(true)
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SettingError)
        }
      },
    ),
  )
})
