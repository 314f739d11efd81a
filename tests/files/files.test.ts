import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { openFileTicket, sealFileTicket } from '../../server/files/file-tickets.ts'
import type { Role } from '../../domain/roles.ts'
import { hearPatches } from '../support/patches.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { bytesStored, moreThanAPart, storedBy } from '../support/stored.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { addressOf, beginUpload, cancelUpload, offsetOf, sendPart, upload } from '../support/upload.ts'

let server: TestServer
let store: TestStore
const tokens: Partial<Record<Role, string>> = {}
beforeAll(async () => {
  server = await startServer({ env: { FILE_QUOTA: '5' } })
  store = openTestStore(server)
  for (const role of ['admin', 'agent', 'manager', 'element'] as const) tokens[role] = await server.signIn(role)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const tokenOf = (role: Role): string => tokens[role] ?? ''
const list = async (role: Role, query = {}) => (await server.call('v2/file/list', { token: tokenOf(role), query })).data
const named = async (role: Role, keyword: string) => (await list(role, { keyword })).items[0]
const refusalOf = async (response: Response) => {
  const { code, data } = await response.json()
  return { status: response.status, code, fields: Object.keys(data?.fields ?? {}) }
}

describe('an upload', () => {
  test('comes in parts, and its checksum is computed when all of it is here', async () => {
    const content = randomBytes(300_000)
    const patches = await hearPatches(server, tokenOf('manager'))
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'shop 店.apk', content.length))
    expect((await sendPart(url, tokenOf('element'), 0, content.subarray(0, 100_000))).status).toBe(204)
    expect(await offsetOf(url, tokenOf('element'))).toBe(100_000)
    await expect.poll(async () => (await named('element', '店')).received).toBe(100_000)
    expect(await named('element', '店')).toMatchObject({ status: 'uploading', sha256: null, completed_at: null })

    await sendPart(url, tokenOf('element'), 100_000, content.subarray(100_000))
    const { changed } = await patches.next((patch) => patch.type === 'file' && patch.changed.status === 'ready')
    expect(changed.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(await named('element', '店')).toMatchObject({ status: 'ready', received: 300_000, expires_at: null })
    const entry = await store.db
      .selectFrom('operation_log')
      .selectAll()
      .where('action', '=', 'file.add')
      .executeTakeFirst()
    expect(entry).toMatchObject({ user_name: 'element', ip: '127.0.0.1' })
    await patches.close()
  })

  test('whose connection breaks goes on where it stopped', async () => {
    const content = randomBytes(moreThanAPart + 100_000)
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'broken.bin', content.length))
    const before = await bytesStored(server)
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(content.subarray(0, moreThanAPart))
      },
    })
    const breaking = new AbortController()
    const sending = fetch(url, {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        'X-Token': tokenOf('element'),
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
      signal: breaking.signal,
    } as RequestInit).catch(() => undefined)
    await expect.poll(() => bytesStored(server)).toBeGreaterThan(before)
    breaking.abort()
    await sending
    await expect.poll(() => offsetOf(url, tokenOf('element'))).toBeGreaterThan(0)
    const offset = await offsetOf(url, tokenOf('element'))
    expect((await sendPart(url, tokenOf('element'), offset, content.subarray(offset))).status).toBe(204)
    await expect
      .poll(async () => (await named('element', 'broken')).sha256)
      .toBe(createHash('sha256').update(content).digest('hex'))
  })

  test('is refused at the wrong offset, and nothing is written', async () => {
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'offset.bin', 10))
    expect((await sendPart(url, tokenOf('element'), 5, '12345')).status).toBe(409)
    expect(await offsetOf(url, tokenOf('element'))).toBe(0)
    expect((await sendPart(url, tokenOf('element'), 0, '12345678901234567890')).status).toBe(413)
    await cancelUpload(url, tokenOf('element'))
  })

  test('is nobody else’s to go on with, to look at or to cancel', async () => {
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'mine.bin', 10))
    for (const role of ['manager', 'admin'] as const) {
      expect((await sendPart(url, tokenOf(role), 0, '1234567890')).status).toBe(404)
      expect(await offsetOf(url, tokenOf(role))).toBeNaN()
      expect((await cancelUpload(url, tokenOf(role))).status).toBe(404)
    }
    expect((await sendPart(url, 'x'.repeat(43), 0, '1234567890')).status).toBe(401)
    expect(await offsetOf(url, tokenOf('element'))).toBe(0)
    await cancelUpload(url, tokenOf('element'))
  })

  test('that is cancelled is gone from list and storage', async () => {
    const before = await storedBy(server)
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'cancelled.bin', 10))
    await sendPart(url, tokenOf('element'), 0, '12345')
    expect((await cancelUpload(url, tokenOf('element'))).status).toBe(204)
    expect(await named('element', 'cancelled')).toBeUndefined()
    expect(await storedBy(server)).toEqual(before)
    expect(await offsetOf(url, tokenOf('element'))).toBeNaN()
  })

  test('that nobody finishes in time is forgotten', async () => {
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'forgotten.bin', 10))
    const { id } = await named('element', 'forgotten')
    await store.db.updateTable('files').set({ expires_at: 1 }).where('id', '=', id).execute()
    const other = addressOf(server, await beginUpload(server, tokenOf('element'), 'sweeper.bin', 10))
    await cancelUpload(other, tokenOf('element')) // Sweeps at once.
    expect(await named('element', 'forgotten')).toBeUndefined()
    expect(await offsetOf(url, tokenOf('element'))).toBeNaN()
  })

  test.each([
    ['no size', 'a.bin', '', 'upload-length'],
    ['nothing in it', 'a.bin', '0', 'upload-length'],
    ['more than 4 GB', 'a.bin', String(4 * 1024 ** 3 + 1), 'upload-length'],
    ['a size that is none', 'a.bin', '1e9', 'upload-length'],
    ['no name', '', '10', 'filename'],
    ['a way out of its folder', '../../etc/passwd', '10', 'filename'],
    ['only dots', '..', '10', 'filename'],
    ['a line break', 'a\nb', '10', 'filename'],
    ['a long name', 'x'.repeat(201), '10', 'filename'],
  ])('with %s does not begin', async (_what, name, size, field) => {
    const response = await beginUpload(server, tokenOf('element'), name, size)
    expect(await refusalOf(response)).toEqual({ status: 400, code: codes.invalidInput, fields: [field] })
  })

  test('does not begin without a token, or with one in the address', async () => {
    expect((await beginUpload(server, '', 'a.bin', 10)).status).toBe(401)
    const url = `${server.url}/api/restful/v2/file/upload?token=${tokenOf('element')}`
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
  })

  test('can not be another request in disguise', async () => {
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'victim.bin', 10))
    await beginUpload(server, tokenOf('manager'), 'a.bin', 10, { 'X-HTTP-Method-Override': 'DELETE' })
    expect(await offsetOf(url, tokenOf('element'))).toBe(0)
    await cancelUpload(url, tokenOf('element'))
  })

  test('is the one that the path names, whatever the address says behind it', async () => {
    const theirs = addressOf(server, await beginUpload(server, tokenOf('element'), 'theirs.bin', 10))
    const own = addressOf(server, await beginUpload(server, tokenOf('manager'), 'own.bin', 10))
    const id = new URL(theirs).pathname.split('/').at(-1)
    const { hostname, port, pathname } = new URL(own)
    // No browser would send the second; a program sends what it likes.
    for (const more of [`?x=/${id}`, `#/${id}`]) {
      await new Promise((resolve, reject) => {
        const headers = {
          'Tus-Resumable': '1.0.0',
          'X-Token': tokenOf('manager'),
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
        }
        const sent = request({ hostname, port, path: pathname + more, method: 'PATCH', headers }, (response) =>
          response.resume().once('end', resolve),
        )
        sent.once('error', reject).end('12345')
      })
      expect(await offsetOf(theirs, tokenOf('element')), more).toBe(0)
      expect(await offsetOf(own, tokenOf('manager'))).toBe(5)
    }
    for (const [url, role] of [
      [theirs, 'element'],
      [own, 'manager'],
    ] as const)
      await cancelUpload(url, tokenOf(role))
  })

  test('does not begin beyond the quota, nor as the twenty-first unfinished one', async () => {
    const gigabytes = 3 * 1024 ** 3
    const first = addressOf(server, await beginUpload(server, tokenOf('manager'), 'large.bin', gigabytes))
    expect(await refusalOf(await beginUpload(server, tokenOf('manager'), 'larger.bin', gigabytes))).toMatchObject({
      code: codes.stateForbids,
    })
    await cancelUpload(first, tokenOf('manager'))
    const begun = await Promise.all(
      Array.from({ length: 25 }, (_, index) => beginUpload(server, tokenOf('agent'), `many-${index}.bin`, 10)),
    )
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(20)
  })
})

describe('files', () => {
  test('are seen by their owner and those above', async () => {
    await upload(server, tokenOf('manager'), 'team.txt', Buffer.from('team'))
    expect(await named('element', 'team.txt')).toBeUndefined()
    for (const role of ['manager', 'agent', 'admin'] as const)
      expect(await named(role, 'team.txt')).toMatchObject({ owner_name: 'manager', size: 4 })
    const { used, quota } = await list('manager')
    expect({ used: used > 0, quota }).toEqual({ used: true, quota: 5 * 1024 ** 3 })
  })

  test('get another name and a note; the log tells before and after', async () => {
    await upload(server, tokenOf('element'), 'before.txt', Buffer.from('x'))
    const { id } = await named('element', 'before.txt')
    const body = { id, name: '<img src=x onerror=alert(1)>.txt', note: '\u{202E}مرحبا' }
    const { data } = await server.call('v2/file/edit', { token: tokenOf('manager'), body })
    expect(data).toMatchObject(body)
    const bad = await server.call('v2/file/edit', { token: tokenOf('element'), body: { id, name: 'a/b' } })
    expect(bad.data.fields).toHaveProperty('name')
  })

  test('are deleted one by one where some are not there; nobody deletes what it can’t see', async () => {
    await upload(server, tokenOf('manager'), 'deleted.txt', Buffer.from('x'))
    const { id } = await named('manager', 'deleted.txt')
    const denied = await server.call('v2/file/del', { token: tokenOf('element'), body: { ids: [id] } })
    expect(denied.data.results).toMatchObject([{ id, ok: false, code: codes.notFound }])
    const { data } = await server.call('v2/file/del', { token: tokenOf('manager'), body: { ids: [id, 99_999, id] } })
    expect(data.results).toMatchObject([
      { id, ok: true },
      { id: 99_999, ok: false, code: codes.notFound },
    ])
    expect(await named('manager', 'deleted.txt')).toBeUndefined()
  })

  test('are downloaded as they were uploaded, at an address that is good for a while', async () => {
    const content = randomBytes(100_000)
    await upload(server, tokenOf('element'), '报告 "1".bin', content)
    const { id } = await named('element', '报告')
    const { data } = await server.call('v2/file/link', { token: tokenOf('manager'), query: { id } })
    const response = await fetch(server.url + data.url)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('报告 "1".bin')}`,
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
    expect((await server.call('v2/file/link', { token: tokenOf('agent'), query: { id: 99_999 } })).code).toBe(
      codes.notFound,
    )
    await server.call('v2/file/del', { token: tokenOf('element'), body: { ids: [id] } })
    expect((await fetch(server.url + data.url)).status).toBe(404)
  })

  test('that are not all here can not be downloaded', async () => {
    const url = addressOf(server, await beginUpload(server, tokenOf('element'), 'half.bin', 10))
    const { id } = await named('element', 'half.bin')
    expect((await server.call('v2/file/link', { token: tokenOf('element'), query: { id } })).code).toBe(
      codes.stateForbids,
    )
    await cancelUpload(url, tokenOf('element'))
  })

  test('a ticket is good for its file and its time alone', () => {
    const secret = randomBytes(32)
    const given = { file_id: 7, session_id: randomUUID(), expires_at: 1_000 }
    const ticket = sealFileTicket(secret, given)
    expect(openFileTicket(secret, ticket, 999)).toEqual(given)
    expect(openFileTicket(secret, ticket, 1_000)).toBe('expired')
    expect(openFileTicket(secret, ticket.replace('7.', '8.'), 999)).toBeUndefined()
    expect(openFileTicket(randomBytes(32), ticket, 999)).toBeUndefined()
  })
})
