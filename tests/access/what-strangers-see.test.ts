import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { describedOperations } from '../support/contract-inputs.ts'
import { startServer, type TestServer } from '../support/server.ts'

let plain: TestServer
let proxied: TestServer
beforeAll(async () => {
  const env = { TRUST_PROXY: '1', PUBLIC_URL: 'https://phones.example.com', METRICS_TOKEN: 'figures-for-me' }
  ;[plain, proxied] = await Promise.all([startServer({ env: { HOST: '0.0.0.0' } }), startServer({ env })])
})
afterAll(async () => {
  await Promise.all([plain.stop(), proxied.stop()])
})

/** Where this machine is reached from outside; undefined where it is not. */
const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

const read = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${url}/metrics`, { headers })).status

describe('figures', () => {
  test('are for this machine, and not for those whom a proxy on it speaks for', async () => {
    expect(await read(plain.url)).toBe(200)
    expect(await read(plain.url, { 'X-Forwarded-For': '203.0.113.7' })).toBe(403)
    expect(await read(plain.url, { 'X-Forwarded-For': '127.0.0.1' })).toBe(403)
    expect(await read(plain.url, { Via: '1.1 proxy' })).toBe(403)
    if (outside !== undefined) expect(await read(plain.url.replace('127.0.0.1', outside))).toBe(403)
  })

  test('are for whoever knows the token, where there is one', async () => {
    expect(await read(proxied.url)).toBe(403)
    expect(await read(proxied.url, { Authorization: 'Bearer figures' })).toBe(403)
    const headers = { Authorization: 'Bearer figures-for-me', 'X-Forwarded-For': '203.0.113.7' }
    expect(await read(proxied.url, headers)).toBe(200)
  })

  test('are refused in an envelope that tells none', async () => {
    const answer = await fetch(`${proxied.url}/metrics`)
    expect(await answer.json()).toMatchObject({ code: codes.notAllowed, data: null })
  })
})

test('no answer to a call may be kept, be it an envelope, a file or a refusal', async () => {
  const token = await plain.signIn('admin')
  const kept = await Promise.all(
    describedOperations()
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) =>
        [token, 'nobody'].map(async (one) => {
          const answer = await fetch(`${plain.url}${path}`, { headers: { 'X-Token': one } })
          await answer.arrayBuffer()
          return answer.headers.get('cache-control') === 'no-store' ? [] : [path]
        }),
      ),
  )
  expect(kept.flat()).toEqual([])
})

const secure = async ({ url }: TestServer): Promise<string | null> =>
  (await fetch(`${url}/api/restful/v2/user/captcha`)).headers.get('strict-transport-security')

test('browsers are told to come by HTTPS alone where a proxy in front speaks it', async () => {
  expect(await secure(proxied)).toMatch(/^max-age=\d{8,}/)
  expect(await secure(plain)).toBeNull()
})
