import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/config/config.ts'
import { newDatabase } from '../support/database.ts'
import { asWritten, settingsIn } from '../support/deployed.ts'
import { freePort } from '../support/free-port.ts'
import { Output } from '../support/lines.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'phonedeck-containers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Files of the repository. */
const tracked = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)

/** The array in a line of a Dockerfile. */
const listOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))

/** As Compose puts in what .env has. */
const filled = (text: string): string =>
  text.replaceAll(/\$\{(\w+):\?\}/g, (_, name) => (name === 'S3_ENDPOINT' ? 'https://s3.example.com' : '5a'.repeat(32)))

/** The names of all settings that a server reads. */
function knownSettings(): Set<string> {
  const names = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  // Read with the others where there is something to read.
  for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION', 'S3_ENDPOINT', 'TMPDIR']) names.add(name)
  return names
}

const strangers = (settings: object): string[] => Object.keys(settings).filter((name) => !knownSettings().has(name))

describe.each(['one-machine/phonedeck.env', 'three-machines/server-1.env', 'three-machines/server-2.env'])(
  '%s',
  (file) => {
    const settings = settingsIn(asWritten(file))

    test('names settings that a server knows, has values that it takes, and no secret', () => {
      expect(strangers(settings)).toEqual([])
      expect(() => readConfig(settings)).not.toThrow()
      const secrets = Object.entries(settings).filter(([name]) => /SECRET|PASSWORD|TOKEN|ACCESS_KEY/.test(name))
      expect(secrets.filter(([, value]) => value !== 'CHANGE-ME')).toEqual([])
      for (const value of Object.values(settings)) expect(value).not.toMatch(/:\/\/[^/]*:(?!CHANGE-ME@)[^/@]+@/)
    })
  },
)

test('the settings of two servers differ in where each is, and in nothing else', () => {
  const [one, two] = ['one', 'two'].map((_, index) => settingsIn(asWritten(`three-machines/server-${index + 1}.env`)))
  const different = Object.keys({ ...one, ...two }).filter((name) => one?.[name] !== two?.[name])
  expect(different).toEqual(['HOST', 'ADVERTISE_URL'])
})

describe('Dockerfile', () => {
  /** Instructions, each with what follows it, lines that go on put together. */
  const instructions = asWritten('containers/Dockerfile')
    .replaceAll(/\\\n */g, '')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
  const all = (name: string): string[] => instructions.flatMap(([one, rest]) => (one === name ? [rest] : []))
  const sources = all('COPY').flatMap((rest) => (rest.startsWith('--from') ? [] : rest.split(' ').slice(0, -1)))
  const image = join(folder, 'image')

  test('begins with images of a pinned version, ends as nobody in particular, and has no secret', () => {
    for (const from of all('FROM')) expect(from).toMatch(/^[\w/-]+:\d[\w.-]*( AS \w+)?$/)
    const last = instructions.findLastIndex(([name]) => name === 'FROM')
    expect(instructions.slice(last).filter(([name]) => name === 'USER')).toEqual([
      ['USER', expect.stringMatching(/^[1-9]\d+$/)],
    ])
    expect(all('ARG')).toEqual([])
    expect(
      strangers(Object.fromEntries(all('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))))),
    ).toEqual([])
    expect(all('ENV').join(' ')).not.toMatch(/SECRET|PASSWORD|TOKEN|KEY/)
  })

  test('copies what the build reads: nothing of it would be made anew', () => {
    for (const source of sources) {
      const files = tracked(source)
      expect([source, files.length > 0]).toEqual([source, true])
      for (const file of files) {
        mkdirSync(dirname(join(image, file)), { recursive: true })
        cpSync(join(root, file), join(image, file))
      }
    }
    // As if the build had run: its stamps say of what it was made.
    for (const made of ['.cache', 'dist', 'generated'])
      cpSync(join(root, made), join(image, made), { recursive: true, filter: (path) => !path.endsWith('/compiled') })
    symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
    expect(execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: image, encoding: 'utf8' })).toBe('')
  })

  test('starts a server with that alone, whose check of health finds it', async () => {
    const database = await newDatabase({ isSeeded: false })
    const PORT = String(await freePort())
    const settings = Object.fromEntries(all('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))))
    const env = { PATH: dirname(process.execPath), ...settings, PORT, DATA_DIR: folder, DATABASE_URL: database.url }
    const [program = '', ...args] = listOf(all('CMD').at(-1) ?? '')
    const server = spawn(program, args, { cwd: image, env })
    const output = new Output()
    output.read(server)
    const ended = new Promise((done) => server.once('close', done))
    await output.first(/^Phonedeck is ready: /)
    const [check = '', ...how] = listOf(all('HEALTHCHECK').at(-1) ?? '')
    const isHealthy = () => execFileSync(check, how, { env, stdio: 'pipe' })
    expect(isHealthy).not.toThrow()
    server.kill(all('STOPSIGNAL')[0] as NodeJS.Signals)
    expect(await ended).toBe(0)
    await vi.waitFor(() => expect(isHealthy).toThrow())
    await database.drop()
  })
})

describe('compose.yaml', () => {
  type Service = {
    image: string
    ports?: string[]
    read_only?: boolean
    cap_drop?: string[]
    stop_grace_period?: string
    environment?: Record<string, string>
    volumes?: string[]
    networks?: { default: { ipv4_address: string } }
    depends_on?: string[] | Record<string, unknown>
    build?: { context: string; dockerfile: string }
  }
  const { services, volumes } = parse(asWritten('containers/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const here = join(root, 'deploy/containers')
  const secrets = settingsIn(asWritten('containers/env.example'))
  const servers = Object.entries(services).filter(([, { image }]) => image === 'phonedeck')

  test('has two servers, each with settings that it takes, and an address of its own', () => {
    expect(servers.map(([name]) => name)).toEqual(['server-1', 'server-2'])
    for (const [name, { environment = {}, ...service }] of servers) {
      expect(strangers(environment)).toEqual([])
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)]))
      const config = readConfig(env)
      expect(config.advertiseUrl?.host).toBe(`${name}:8080`)
      expect([config.databaseUrl, config.mqttUrl].map((url) => new URL(url ?? '').hostname)).toEqual([
        'postgres',
        'mosquitto',
      ])
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.ports).toBeUndefined()
      expect(service.networks?.default.ipv4_address).toMatch(new RegExp(`^172\\.28\\.0\\.1${name.at(-1)}$`))
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(config.drainSeconds + 25)
    }
  })

  test('takes each secret from .env, and refuses to start without', () => {
    const text = asWritten('containers/compose.yaml')
    const asked = new Set(
      [...text.matchAll(/\$\{(\w+)(:\?)?\}/g)].map(([, name, required]) => (required ? name : `${name}?`)),
    )
    expect(asked).toEqual(new Set(Object.keys(secrets)))
    expect(Object.values(secrets).join('')).toBe('')
    expect(
      execFileSync('git', ['check-ignore', '.env', 'phonedeck.passwd', 'certificates/privkey.pem'], {
        cwd: here,
      }).toString(),
    ).toMatch(/(.+\n){3}/)
  })

  test('names services, volumes and files that there are', () => {
    for (const [name, service] of Object.entries(services)) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      for (const other of needed) expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([other])])
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source)
        // What an operator makes is told in README.md.
        else if (!/passwd|certificates/.test(source)) expect(existsSync(resolve(here, source))).toBe(true)
      }
      if (service.build) expect(existsSync(resolve(here, service.build.context, service.build.dockerfile))).toBe(true)
    }
    const upstream = asWritten('containers/nginx-servers.conf').matchAll(/^ *server ([\w-]+):8080/gm)
    const names = servers.map(([name]) => name)
    // Once as one that may be left alone for a while, and once for when all are.
    expect([...upstream].map(([, name]) => name)).toEqual([...names, ...names])
  })
})
