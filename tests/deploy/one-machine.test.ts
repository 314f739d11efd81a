import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as askPlainly } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes } from '../../domain/codes.ts'
import { siteMessageTask } from '../../domain/user-messages.ts'
import { asWritten, makeCertificate, missing, settingsIn } from '../support/deployed.ts'
import { reachedAt, type Reached } from '../support/reached.ts'
import type { Engine } from '../support/engine.ts'
import { freePort } from '../support/free-port.ts'
import { startNginx } from '../support/nginx.ts'
import { onlyPhone } from '../support/idle-phones.ts'
import { hearPatches } from '../support/patches.ts'
import { testPassword } from '../support/server.ts'
import { maySandbox, type Service, startService, withCheckoutInPlace } from '../support/service.ts'
import { addressOf, beginUpload, offsetOf, thereAndBack } from '../support/upload.ts'
import { openUserSocket } from '../support/user-socket.ts'
import { watch } from '../support/viewer.ts'

const lacks = missing('nginx', 'systemd-analyze') ?? (maySandbox() ? undefined : 'takes root, and mount namespaces')
const unit = asWritten('phonedeck.service')
/** What a browser of ours sends at once. */
const part = 8 * 1024 ** 2

describe.skipIf(lacks !== undefined)(`one machine, as deploy/one-machine has it${lacks ? ` (${lacks})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-one-machine-'))
  const known = getCACertificates('default')
  let service: Service
  let nginx: Engine
  let deck: Reached
  let plainPort: number
  let token: string

  beforeAll(async () => {
    const [port, securePort] = [await freePort(), await freePort()]
    plainPort = await freePort()
    const settings = settingsIn(
      asWritten('one-machine/phonedeck.env', [
        ['PORT=8080', `PORT=${port}`],
        ['https://deck.example.com', `https://localhost:${securePort}`],
      ]),
    )
    const ofTests = { DEMO: 'accounts', PHONES: '1', CAPTCHA: 'off', SEED_PASSWORD: testPassword }
    service = startService(unit, { ...settings, ...ofTests })

    setDefaultCACertificates([...known, readFileSync(makeCertificate(folder, 'localhost'), 'utf8')])
    nginx = await startNginx(folder, {
      ports: [plainPort, securePort],
      servers: asWritten('one-machine/nginx-servers.conf', [['127.0.0.1:8080', `127.0.0.1:${port}`]]),
    })
    deck = reachedAt(`https://localhost:${securePort}`)
    await service.line(/^Phonedeck is ready: /)
    token = await deck.signIn('manager')
  })
  afterAll(async () => {
    await nginx.stop()
    setDefaultCACertificates(known)
    rmSync(folder, { recursive: true })
  })

  test('systemd understands the unit, and finds little that it may do', () => {
    const file = '/opt/phonedeck/deploy/phonedeck.service'
    const look = `systemd-analyze verify ${file} 2>&1; systemd-analyze security --offline=true --threshold=20 ${file} >/dev/null && echo little`
    const [program, ...args] = withCheckoutInPlace(look)
    expect(execFileSync(program, args, { encoding: 'utf8' })).toBe('little\n')
  })

  test('plain HTTP leads to HTTPS, and browsers are told to come by HTTPS alone', async () => {
    const asked = askPlainly({
      host: '127.0.0.1',
      port: plainPort,
      path: '/device/list?a=1',
      headers: { host: 'localhost' },
    })
    const [answer] = await once(asked.end(), 'response')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://localhost/device/list?a=1'])
    const page = await fetch(`${deck.url}/login`)
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    expect(await page.text()).toContain('<div id="root">')
  })

  test('a console is told of changes and messages, and sees a phone', async () => {
    const id = await onlyPhone(deck, token)
    const [patches, tab] = [await hearPatches(deck, token), await openUserSocket(deck, token)]
    const viewer = await watch(deck, token, { id })
    await viewer.picture()
    const body = { msg_text: 'hello', to: { roles: ['manager'] } }
    await deck.call('v2/user/message/send', { token: await deck.signIn('admin'), body })
    expect(await tab.next(siteMessageTask)).toBeDefined()
    await deck.call('v2/device/edit', { token, body: { id, name: 'Behind nginx' } })
    await patches.next(({ changed }) => changed.name === 'Behind nginx')
    viewer.close()
    tab.close()
    await patches.close()
  })

  test('a file goes up in parts and comes down whole', async () => {
    const { answers, sent, received } = await thereAndBack(deck, token, part)
    expect(answers).toEqual([204, 204, 204])
    expect(received).toBe(sent)
  })

  test('of a part that breaks, what came is there', async () => {
    const url = addressOf(deck, await beginUpload(deck, token, 'broken.apk', part))
    const headers = {
      'Tus-Resumable': '1.0.0',
      'X-Token': token,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(part),
    }
    const sending = request(url, { method: 'PATCH', headers }).on('error', () => {}) // It is cut off below.
    sending.write(randomBytes(part / 2))
    // Only what nginx has passed on is there; that it was, the server alone can tell.
    await expect.poll(() => offsetOf(url, token).catch(() => 0), { timeout: 60_000 }).toBeGreaterThan(0)
    sending.destroy()
  })

  test('a file of rows is exported, and one of 12 MB is the server’s to refuse', async () => {
    const { status, data } = await deck.call('v2/device/export', { token })
    expect([status, data]).toEqual([200, expect.stringContaining('Behind nginx')])
    const body = { market: 'amazon', csv: 'a'.repeat(11.5 * 1024 ** 2) }
    const answer = await deck.call('v2/environment/import', { token, body })
    expect(answer.code).toBe(codes.invalidInput)
  })

  test('the server knows the address of a client, whatever that says of itself', async () => {
    const ask = async (path: string, body?: string) => {
      const headers = { 'X-Forwarded-For': '203.0.113.7', ...(body && { 'Content-Type': 'application/json' }) }
      const to = { host: 'localhost', port: new URL(deck.url).port, family: 4, localAddress: '127.0.0.9', headers }
      const [answer] = await once(request({ ...to, path, method: body ? 'POST' : 'GET' }).end(body), 'response')
      return json(answer)
    }
    expect(await ask('/seen')).toEqual({ client: '127.0.0.9', hops: 2, is_proxy_trusted: true })
    await ask('/api/restful/v2/user/login', JSON.stringify({ user_name: 'element', password: testPassword }))
    expect(await service.line(/"url":"\/api\/restful\/v2\/user\/login","ip":"127\.0\.0\.9"/)).toBeDefined()
    expect((await fetch(`${deck.url}/metrics`)).status).toBe(403)
  })

  test('stops in order', async () => {
    expect(await service.stop()).toBe(0)
  })
})
