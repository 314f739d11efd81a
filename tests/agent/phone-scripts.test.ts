import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CommandEnded } from '../../domain/command-protocol.ts'
import { restoreAppData, saveAppData, wipeAppData } from '../../server/devices/workflows/app-data.ts'
import { changeIp } from '../../server/devices/workflows/network.ts'
import { applySettings } from '../../server/devices/workflows/phone-settings.ts'
import { pushFile, sharedPath } from '../../server/devices/workflows/shared-files.ts'
import { takeScreenshot } from '../../server/devices/workflows/screen.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'
import { TransferServer } from './transfer-server.ts'

const notes = '/data/data/com.phonedeck.notes/files/notes.txt'

let phones: VirtualPhones
let box: BoxUnderTest
let server: TransferServer

beforeAll(async () => {
  phones = await startPhones(2)
})
afterAll(() => phones.program.stop())
beforeEach(async () => {
  server = await TransferServer.open()
  box = await BoxUnderTest.open({ ADB_ENDPOINTS: phones.endpoints.join(',') })
  await box.phonesReady(phones.serials)
})
afterEach(async () => {
  await box.close()
  await server.close()
})

const run = (phone: number, script: string) => ({ serial: phones.serials[phone] ?? '', script, timeout: 60_000 })
const on = (phone: number, command: string): Promise<string> => shell(phones.endpoints[phone] ?? '', command)

async function outcome(id: string): Promise<{ output: string; ended: CommandEnded }> {
  let output = ''
  for (;;) {
    const event = await box.anyEvent((one) => 'command_id' in one && one.command_id === id)
    if (event.type === 'command_ended') return { output, ended: event }
    if (event.type === 'command_output') output += event.text
  }
}
const runOn = (phone: number, script: string) => outcome(box.give({ type: 'shell', ...run(phone, script) }))

test('notes that were saved on one phone are there on another, and a wipe leaves nothing', async () => {
  await on(0, `echo 'for the account' > ${notes}`)
  await on(1, `echo 'of somebody else' > ${notes}; echo x > /data/data/com.phonedeck.notes/files/more`)
  const saved = await outcome(box.give(server.send(run(0, saveAppData()), 'records/1')))
  expect(saved.ended).toMatchObject({ ending: 'exited', exit_code: 0 })
  if (saved.ended.transfer === null) throw new Error('nothing was saved')

  const restore = server.receive(run(1, restoreAppData()), 'records/1', saved.ended.transfer)
  expect((await outcome(box.give(restore))).ended).toMatchObject({ ending: 'exited', exit_code: 0 })
  expect(await on(1, `cat ${notes}; ls /data/data/com.phonedeck.notes/files`)).toBe('for the account\nnotes.txt\n')
  expect(await on(1, `stat -c %u ${notes}`)).toBe(await on(1, 'stat -c %u /data/data/com.phonedeck.notes'))

  expect((await runOn(1, wipeAppData())).ended).toMatchObject({ exit_code: 0 })
  expect(await on(1, 'find /data/data/com.phonedeck.notes ! -type d')).toBe('')
})

test('a record without its end changes nothing on the phone', async () => {
  await on(0, `echo first > ${notes}`)
  const saved = await outcome(box.give(server.send(run(0, saveAppData()), 'whole')))
  expect(saved.ended.transfer).not.toBeNull()
  const half = (await server.read('whole')).subarray(0, 2_048)
  await server.keep('half', half)
  await on(1, `echo precious > ${notes}`)
  const bytes = { size: half.length, sha256: createHash('sha256').update(half).digest('hex') }
  const { ended } = await outcome(box.give(server.receive(run(1, restoreAppData()), 'half', bytes)))
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 1, transfer: null })
  expect(await on(1, `cat ${notes}`)).toBe('precious\n')
})

test('settings are taken as they are written, whatever is in them', async () => {
  const hostile = `x'; echo broken > /sdcard/broken; '$(reboot)`
  const script = applySettings({
    proxy: { host: hostile, port: 8080 },
    timezone: 'America/New_York',
    language: 'en-US',
    resolution: { width: 720, height: 1280 },
    dpi: 320,
  })
  expect((await runOn(0, script)).ended).toMatchObject({ exit_code: 0 })
  const asked =
    'settings get global http_proxy; getprop persist.sys.timezone; getprop persist.sys.locale; wm size; wm density'
  const printed = await on(0, asked)
  expect(printed.split('\n')).toEqual([
    `${hostile}:8080`,
    'America/New_York',
    'en-US',
    'Physical size: 360x640',
    'Override size: 720x1280',
    'Physical density: 160',
    'Override density: 320',
    '',
  ])
  expect(await on(0, 'ls /sdcard')).not.toContain('broken')
  await runOn(0, applySettings({ proxy: null, resolution: null, dpi: null }))
  expect(await on(0, 'settings get global http_proxy; wm size')).toBe(':0\nPhysical size: 360x640\n')
})

test('a changed address is told, and is the one that the phone has', async () => {
  const before = await on(0, 'ip -4 addr show wlan0')
  const { output, ended } = await runOn(0, changeIp())
  expect(ended).toMatchObject({ exit_code: 0 })
  expect(before).not.toContain(`inet ${output.trim()}/`)
  expect(await on(0, 'ip -4 addr show wlan0')).toContain(`inet ${output.trim()}/`)
})

test('a file is pushed under its name, whatever is in it', async () => {
  const name = `it's $(reboot) \`x\` 文.txt`
  const content = Buffer.from('pushed')
  await server.keep('file', content)
  const bytes = { size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
  const { output, ended } = await outcome(
    box.give(server.receive(run(0, pushFile(name, content.length)), 'file', bytes)),
  )
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 0 })
  expect(output.trim()).toBe(sharedPath(name))
  expect(await on(0, 'cat /sdcard/Download/*文.txt')).toBe('pushed')
  expect(() => pushFile('../out', 1)).toThrow('is no name')
})

test('a screenshot is a PNG', async () => {
  const { ended } = await outcome(box.give(server.send(run(0, takeScreenshot()), 'shots/1')))
  expect(ended.transfer?.size).toBeGreaterThan(1_000)
  const picture = await buffer(await server.storage.objects.read('shots/1'))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})
