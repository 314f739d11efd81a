import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferTicketHeader } from '../../domain/command-protocol.ts'
import { sealTransferTicket, type TransferTicket } from '../../server/files/transfer-tickets.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { moreThanAPart, storedBy } from '../support/stored.ts'
import { openTestStore } from '../support/test-store.ts'

let server: TestServer
let secret: Uint8Array
beforeAll(async () => {
  server = await startServer()
  const store = openTestStore(server)
  secret = await store.secret()
  await store.close()
})
afterAll(() => server.stop())

const ticketFor = (ticket: Partial<TransferTicket>): string =>
  sealTransferTicket(secret, {
    direction: 'put',
    object: 'records/1',
    most: 1_000_000,
    expires_at: Date.now() + 60_000,
    ...ticket,
  })

function transfer(ticket: string | undefined, body?: BodyInit, signal?: AbortSignal): Promise<Response> {
  const request = {
    method: body === undefined ? 'GET' : 'PUT',
    headers: new Headers(ticket === undefined ? {} : { [transferTicketHeader]: ticket }),
    ...(body !== undefined && { body }),
    duplex: 'half' as const,
    signal,
  }
  return fetch(`${server.url}/relay/transfers`, request)
}

test('what is put is told as it is stored, can be got, and is never replaced', async () => {
  const content = randomBytes(300_000)
  const put = await transfer(ticketFor({ object: 'records/kept' }), content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect([put.status, await put.json()]).toEqual([200, { size: 300_000, sha256 }])
  const got = await transfer(ticketFor({ object: 'records/kept', direction: 'get' }))
  expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
  expect((await transfer(ticketFor({ object: 'records/kept' }), 'another')).status).toBe(409)
  expect((await transfer(ticketFor({ object: 'records/none', direction: 'get' }))).status).toBe(404)
})

test('nobody gets in without a ticket of this server, for this direction, in time', async () => {
  const [payload = '', signature = ''] = ticketFor({}).split('.')
  const forged = `${Buffer.from(Buffer.from(payload, 'base64url').toString().replace('records/1', 'records/2')).toString('base64url')}.${signature}`
  for (const ticket of [
    undefined,
    '',
    'x.y',
    forged,
    ticketFor({ expires_at: Date.now() - 1 }),
    ticketFor({ direction: 'get' }),
  ])
    expect((await transfer(ticket, 'content')).status).toBe(401)
  expect((await transfer(ticketFor({ direction: 'put' }))).status).toBe(401)
  expect(server.lines.join('\n')).not.toContain(signature)
})

test('more than the ticket allows leaves nothing', async () => {
  const before = await storedBy(server)
  const refused = await transfer(ticketFor({ object: 'large', most: 999 }), randomBytes(1_000))
  expect(refused.status).toBe(413)
  expect(await storedBy(server)).toEqual(before)
})

test('what breaks off leaves nothing', async () => {
  const before = await storedBy(server)
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(randomBytes(moreThanAPart))
    },
  })
  const breaking = new AbortController()
  const sending = transfer(ticketFor({ object: 'broken', most: 2 * moreThanAPart }), body, breaking.signal).catch(
    () => undefined,
  )
  await expect.poll(async () => (await storedBy(server)).size).toBe(before.size + 1)
  breaking.abort()
  await sending
  await expect.poll(() => storedBy(server)).toEqual(before)
})
