import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'phonedeck-console-'))
const page = '<!doctype html><title>Phonedeck</title>'
const script = 'console.log("phonedeck")\n'.repeat(100)

let server: TestServer

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  const name = join(folder, 'assets', 'main-4f2a.js')
  writeFileSync(name, script)
  writeFileSync(`${name}.br`, brotliCompressSync(script))
  writeFileSync(`${name}.gz`, gzipSync(script))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, '.vite', 'manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/main-4f2a.js', imports: ['_packages.js'] },
      '_packages.js': { file: 'assets/packages-77aa.js' },
      'src/first-screens.ts': { file: 'assets/first-screens-1b2c.js', imports: ['index.html', '_shell.js'] },
      '_shell.js': { file: 'assets/shell-9d8e.js', css: ['assets/shell-9d8e.css'], imports: ['_packages.js'] },
    }),
  )
  server = await startServer({ env: { CONSOLE_DIR: folder } })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

test.each(['/', '/login', '/device/list', '/device1/remotely?id=4', '/remote/observe?id=1,2'])(
  'the screen %s is the console, asked for anew each time',
  async (path) => {
    const answer = await get(path)
    expect(await answer.text()).toBe(page)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each([
  ['//host/path', '/host/path'],
  ['/device//list?keyword=a//b', '/device/list?keyword=a//b'],
  ['///login', '/login'],
])('%s leads to the screen %s, here', async (path, screen) => {
  const { status, headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, screen])
})

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['identity', null],
])('to a browser that takes %s a hashed file goes as %s, for good', async (accepted, encoding) => {
  const answer = await get('/assets/main-4f2a.js', { 'Accept-Encoding': accepted })
  expect(await answer.text()).toBe(script)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('content-type')).toMatch(/javascript/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test.each([
  '/assets/gone-1234.js',
  '/api/restful/v2/gone',
  '/api',
  '/mqtt',
  '/relay/viewer',
  '/..%2f..%2fetc/passwd',
  '/.env',
])('%s is no screen', async (path) => {
  const answer = await get(path)
  expect(answer.ok).toBe(false)
  expect(await answer.text()).not.toContain('<!doctype')
})

test('whoever comes with a session is told with the page what it will need beside what the page names', async () => {
  const { headers } = await get('/device/list', { Cookie: 'language=en; token=anything' })
  expect(headers.get('link')?.split(', ')).toEqual([
    '</assets/first-screens-1b2c.js>; rel=modulepreload',
    '</assets/shell-9d8e.js>; rel=modulepreload',
    '</assets/shell-9d8e.css>; rel=preload; as=style; crossorigin',
  ])
})

test.each(['', 'language=en', 'nottoken=1'])(
  'whoever comes with the cookies “%s” gets the page alone',
  async (cookie) => {
    expect((await get('/login', { Cookie: cookie })).headers.get('link')).toBeNull()
  },
)

test('what the build says of itself is for the server alone', async () => {
  expect((await get('/.vite/manifest.json')).ok).toBe(false)
})

/** What the server says of the app that a browser may install, asked for on a host. */
async function appOn(host: string, language: string): Promise<Record<string, unknown>> {
  const asking = request(`${server.url}/manifest.webmanifest`, { headers: { host, 'accept-language': language } }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage] // As Node has it.
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/)
  return JSON.parse(await text(answer))
}

test.each([
  ['console.example', 'zh-CN,zh;q=0.9', '云机控制台'],
  ['console.example', 'en-GB,en;q=0.9', '云机控制台'],
  ['deck.phonedeck.example', 'zh-CN', '云机甲板'],
  ['deck.phonedeck.example', 'en-GB,en;q=0.9', 'Phonedeck'],
])('installed from %s, where one reads %s, the app is called %s', async (host, language, name) => {
  expect(await appOn(host, language)).toMatchObject({ name, short_name: name, start_url: '/', display: 'standalone' })
})

test('each icon of the app is a picture as large as it says', async () => {
  const { icons } = (await appOn('localhost', 'en')) as { icons: { src: string; sizes: string }[] }
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes } of icons) {
    const png = readFileSync(join(import.meta.dirname, '../../public', src))
    expect(png.subarray(1, 4).toString(), src).toBe('PNG')
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }
})

test.each(['/', '/assets/main-4f2a.js'])(
  'what %s loads comes from nowhere else but for pictures, and it stands in no frame',
  async (path) => {
    const policy = (await get(path)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("img-src 'self' data: blob: https:;") // Avatars are where their users keep them.
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests') // Plain HTTP.
  },
)
