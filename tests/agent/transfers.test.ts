import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reason } from '../../texts/reason.ts'
import type { CommandEnded } from '../../domain/command-protocol.ts'
import { BoxUnderTest, startPhones, type VirtualPhones } from './box-under-test.ts'
import { shell } from './shell.ts'
import { TransferServer } from './transfer-server.ts'

let phones: VirtualPhones
let box: BoxUnderTest
let server: TransferServer

beforeAll(async () => {
  phones = await startPhones(1)
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

const run = (script: string, timeout = 60_000) => ({ serial: phones.serials[0] ?? '', script, timeout })
const onPhone = (command: string): Promise<string> => shell(phones.endpoints[0] ?? '', command)
const fingerprint = (content: Uint8Array) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

async function outcome(id: string): Promise<{ output: string; ended: CommandEnded }> {
  let output = ''
  for (;;) {
    const event = await box.anyEvent((one) => 'command_id' in one && one.command_id === id)
    if (event.type === 'command_ended') return { output, ended: event }
    if (event.type === 'command_output') output += event.text
  }
}
/** Waits until a script has said so on its error stream. */
const says = (id: string, word: string) =>
  box.anyEvent((event) => event.type === 'command_output' && event.command_id === id && event.text.includes(word))

test('what a script prints becomes an object, and what it complains of is its output', async () => {
  const id = box.give(server.send(run('echo AP8gYWxsIG9mIGl0 | base64 -d; echo aside >&2'), 'records/1/a'))
  const { output, ended } = await outcome(id)
  const content = Buffer.from([0, 255, ...Buffer.from(' all of it')])
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 0, transfer: fingerprint(content) })
  expect(output).toBe('aside\n')
  expect(await server.read('records/1/a')).toEqual(content)
  expect(await server.names()).toEqual(['a'])
})

test('a script that fails after it has printed leaves nothing', async () => {
  const { ended } = await outcome(box.give(server.send(run('head -c 3000000 /dev/zero; exit 4'), 'failed')))
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 4, transfer: null })
  await expect.poll(() => server.names()).toEqual([])
})

test('a cancelled script leaves nothing, and its phone works on', async () => {
  const id = box.give(server.send(run('head -c 300000 /dev/zero; echo sent >&2; sleep 60'), 'cancelled'))
  await says(id, 'sent')
  box.give({ type: 'cancel', command_id: id })
  expect((await outcome(id)).ended).toMatchObject({ ending: 'cancelled', transfer: null })
  await expect.poll(() => server.names()).toEqual([])
  expect(await onPhone('echo fine')).toBe('fine\n')
})

test('more than the ticket allows fails the command with a reason, and nothing is kept', async () => {
  const { ended } = await outcome(box.give(server.send(run('cat /dev/zero'), 'endless', 1_000_000)))
  expect(ended).toMatchObject({ ending: 'failed', transfer: null })
  // The answer is read, unless the connection is reset before.
  expect(['agent.transferRefused', 'agent.transferFailed']).toContain(ended.reason?.code)
  await expect.poll(() => server.names()).toEqual([])
})

test('a server that goes away fails the command', async () => {
  const id = box.give(server.send(run('head -c 300000 /dev/zero; echo sent >&2; sleep 60'), 'cut'))
  await says(id, 'sent')
  server.cut()
  const { ended } = await outcome(id)
  expect(ended).toMatchObject({ ending: 'failed', transfer: null })
  expect(ended.reason?.code).toBe('agent.transferFailed')
  await expect.poll(() => server.names()).toEqual([])
})

test('a script receives an object to its end', async () => {
  const content = Buffer.alloc(5_000_000, 'phonedeck ')
  await server.keep('given', content)
  const script = 'cat > /data/local/tmp/given; sha256sum /data/local/tmp/given; echo done >&2'
  const { output, ended } = await outcome(box.give(server.receive(run(script), 'given', fingerprint(content))))
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 0, transfer: fingerprint(content) })
  expect(output).toContain(fingerprint(content).sha256)
  expect(output).toContain('done')
})

test('a script never holds the whole of what is not what was promised', async () => {
  const content = Buffer.alloc(400_000, 'x')
  await server.keep('damaged', content)
  const script = 'cat > /data/local/tmp/damaged; touch /data/local/tmp/complete'
  for (const promised of [
    { ...fingerprint(content), sha256: fingerprint(Buffer.from('another')).sha256 },
    { ...fingerprint(content), size: content.length - 1 },
    { ...fingerprint(content), size: content.length + 1 },
  ]) {
    const { ended } = await outcome(box.give(server.receive(run(script), 'damaged', promised)))
    expect(ended).toMatchObject({ ending: 'failed', reason: reason('agent.transferDamaged'), transfer: null })
    expect(Number(await onPhone('stat -c %s /data/local/tmp/damaged'))).toBeLessThan(content.length)
  }
  expect(await onPhone('ls /data/local/tmp')).not.toContain('complete')
})

test('what is not there fails the command', async () => {
  const promised = fingerprint(Buffer.from('nothing'))
  const { ended } = await outcome(box.give(server.receive(run('cat'), 'nowhere', promised)))
  expect(ended).toMatchObject({ ending: 'failed', reason: reason('agent.transferRefused', { status: 404 }) })
})

test('a script that fails before it has read all tells how it failed', async () => {
  const content = Buffer.alloc(8_000_000)
  await server.keep('unread', content)
  const { output, ended } = await outcome(
    box.give(server.receive(run('head -c 10 >/dev/null; echo full >&2; exit 9'), 'unread', fingerprint(content))),
  )
  expect(ended).toMatchObject({ ending: 'exited', exit_code: 9, transfer: null })
  expect(output).toBe('full\n')
})

test('a script that is content with less than all has failed', async () => {
  const content = Buffer.alloc(8_000_000)
  await server.keep('unread', content)
  const { ended } = await outcome(box.give(server.receive(run('true'), 'unread', fingerprint(content))))
  expect(ended).toMatchObject({ ending: 'failed', reason: reason('agent.transferUnread'), transfer: null })
})

test('a script that takes too long is ended', async () => {
  const { ended } = await outcome(box.give(server.send(run('echo x; sleep 60', 500), 'slow')))
  expect(ended).toMatchObject({ ending: 'timed_out', transfer: null })
  await expect.poll(() => server.names()).toEqual([])
})

test('an address that is none fails the command', async () => {
  const id = box.give({ type: 'send', ...run('true'), transfer_url: 'ftp://elsewhere', ticket: '' })
  expect((await outcome(id)).ended).toMatchObject({ ending: 'failed', reason: reason('agent.badTransfer') })
})

test('a phone that restarts midway fails the command, and leaves nothing', async () => {
  const id = box.give(server.send(run('head -c 300000 /dev/zero; echo sent >&2; reboot; sleep 60'), 'lost'))
  const { ended } = await outcome(id)
  expect(ended).toMatchObject({ ending: 'failed', transfer: null })
  await expect.poll(() => server.names()).toEqual([])
  await box.phonesReady(phones.serials)
})
