import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { textReason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { Tunnel } from '../../agent/tunnel.ts'
import type { TunnelReport, TunnelSettings } from '../../domain/box-protocol.ts'

const settings: TunnelSettings = {
  server_address: 'frp.example.com',
  server_port: 7000,
  token: 'frp-"secret"',
  remote_port: 20_022,
  local_port: 22,
}

/** Says what it was started with, then what `end` says.. */
const frpcThat = (end: string): string => `#!/bin/sh
echo "mode $(stat -c %a "$2")" >> "$FRPC_NOTES"
cat "$2" >> "$FRPC_NOTES"
${end}
`
const runs = 'echo "2026-01-01 00:00:00.000 [I] [client/control.go:168] [1] [B01] start proxy success"\nexec sleep 600'
const isRefused =
  'echo "2026-01-01 00:00:00.000 [E] [client/service.go:329] login to the server failed: token doesn\'t match"\nexit 1'

describe('the tunnel of a box', () => {
  let folder: string
  let reports: TunnelReport[]
  let tunnel: Tunnel

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'phonedeck-tunnel-'))
    await Promise.all([mkdir(join(folder, 'bin')), mkdir(join(folder, 'data'))])
    vi.stubEnv('FRPC_NOTES', join(folder, 'notes'))
    reports = []
    tunnel = new Tunnel(join(folder, 'data'), (report) => reports.push(report))
  })
  afterEach(async () => {
    await tunnel.close()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  async function installFrpc(end: string): Promise<void> {
    const program = join(folder, 'bin', 'frpc')
    await writeFile(program, frpcThat(end))
    await chmod(program, 0o755)
    vi.stubEnv('PATH', [join(folder, 'bin'), process.env.PATH].join(delimiter))
  }
  const follow = (revision: number, wanted: TunnelSettings | null): void =>
    tunnel.follow({
      type: 'tunnel',
      id: randomUUID(),
      deadline: Date.now() + 10_000,
      revision,
      name: 'B01',
      settings: wanted,
    })
  const open = (revision: number): void => follow(revision, settings)
  const shut = (revision: number): void => follow(revision, null)
  const stateAfter = (revision: number) =>
    expect.poll(() => reports.findLast((report) => report.revision === revision), { timeout: 10_000 })
  const notes = (): Promise<string> => readFile(join(folder, 'notes'), 'utf8')

  test('is open while frpc runs; its settings are for our own user to read, and gone with it', async () => {
    await installFrpc(runs)
    open(1)
    await stateAfter(1).toEqual({ revision: 1, state: 'running', reason: null })
    expect(reports[0]).toEqual({ revision: 1, state: 'starting', reason: null })
    const printed = await notes()
    expect(printed).toContain('mode 600\n')
    expect(printed).toContain('serverAddr = "frp.example.com"\nserverPort = 7000\n')
    expect(printed).toContain(String.raw`auth.token = "frp-\"secret\""`)
    expect(printed).toContain('localPort = 22\nremotePort = 20022\n')

    shut(2)
    await stateAfter(2).toEqual({ revision: 2, state: 'closed', reason: null })
    expect(await readdir(join(folder, 'data'))).toEqual([])
  })

  test('hands on what people wrote as text: frpc would run what stands between two braces', async () => {
    await installFrpc(runs)
    follow(1, { ...settings, token: '{{ .Envs.HOME }}\u007F', server_address: '{{ 1 }}.example.com' })
    await stateAfter(1).toMatchObject({ state: 'running' })
    const printed = await notes()
    expect(printed).not.toMatch(/[{}\u007F]/)
    const line = /^auth\.token = (.*)$/m.exec(printed)?.[1] ?? ''
    expect(JSON.parse(line)).toBe('{{ .Envs.HOME }}\u007F')
    shut(2)
    await stateAfter(2).toMatchObject({ state: 'closed' })
  })

  test('starts frpc anew with newer settings, and only then', async () => {
    await installFrpc(runs)
    open(1)
    await stateAfter(1).toMatchObject({ state: 'running' })
    const said = reports.length
    open(1)
    open(2)
    await stateAfter(2).toMatchObject({ state: 'running' })
    expect(reports.slice(said).map(({ revision, state }) => [revision, state])).toEqual([
      [2, 'starting'],
      [2, 'running'],
    ])
  })

  test('says in frpc’s own words why it failed, and tries again', async () => {
    await installFrpc(isRefused)
    open(1)
    await stateAfter(1).toEqual({ revision: 1, state: 'failed', reason: textReason("token doesn't match") })
    await expect.poll(async () => (await notes()).split('mode 600').length - 1, { timeout: 10_000 }).toBe(2)
    await tunnel.close()
    expect(await readdir(join(folder, 'data'))).toEqual([])
  })

  test('says with which code frpc ended where it gave no reason', async () => {
    await installFrpc('exit 3')
    open(1)
    await stateAfter(1).toEqual({ revision: 1, state: 'failed', reason: reason('agent.frpcExited', { code: 3 }) })
  })

  test('says that there is no frpc where there is none, and can be closed all the same', async () => {
    vi.stubEnv('PATH', join(folder, 'bin'))
    open(1)
    await stateAfter(1).toEqual({ revision: 1, state: 'missing', reason: reason('agent.frpcMissing') })
    shut(2)
    await stateAfter(2).toEqual({ revision: 2, state: 'closed', reason: null })
    expect(await readdir(join(folder, 'data'))).toEqual([])
  })
})
