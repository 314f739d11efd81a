import { fork, spawn, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { readArguments } from '../../../phone/arguments.ts'
import { phoneIdentity } from '../../../phone/system/phone-identity.ts'

const MAIN = new URL('../../../phone/main.ts', import.meta.url).pathname

let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
  child = undefined
})

interface Line {
  serial?: string
  host?: string
  port?: number
  ready?: boolean
}

/** The lines that the program prints, up to and with the one that says it is ready. */
async function readyLines(started: ChildProcess): Promise<Line[]> {
  child = started
  const lines: Line[] = []
  if (!started.stdout) throw new Error('the program has no stdout')
  for await (const line of createInterface(started.stdout)) {
    // The program's own lines are what is under test.
    lines.push(JSON.parse(line) as Line)
    if (lines.at(-1)?.ready) break
  }
  return lines
}

const ended = (started: ChildProcess) =>
  new Promise<number | null>((resolve) => started.once('exit', (status) => resolve(status)))

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

describe('the program', () => {
  it('starts twelve phones, says where each one is, and that it is ready', async () => {
    const lines = await readyLines(run('--phones', '12', '--port', '0'))
    expect(lines).toHaveLength(13)
    expect(lines.at(-1)).toEqual({ ready: true })
    const phones = lines.slice(0, -1)
    expect(new Set(phones.map(({ serial }) => serial)).size).toBe(12)
    expect(new Set(phones.map(({ port }) => port)).size).toBe(12)
    for (const { serial, host } of phones) {
      expect(serial).toMatch(/^PD[0-9A-F]{7}$/)
      expect(host).toBe('127.0.0.1')
    }
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s, with a peer connected', async (signal) => {
    const started = run('--port', '0')
    const [phone] = await readyLines(started)
    const socket = connect(phone?.port ?? 0, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.on('error', () => {})
    const over = ended(started)
    started.kill(signal)
    expect(await over).toBe(0)
    socket.destroy()
  })

  it('ends when the process that forked it is gone', async () => {
    const started = fork(MAIN, ['--port', '0'], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    await readyLines(started)
    const over = ended(started)
    started.disconnect()
    expect(await over).toBe(0)
  })

  it('says which flag is wrong, with exit code 2', async () => {
    const started = run('--phones', 'many')
    child = started
    let message = ''
    started.stderr?.on('data', (chunk: Buffer) => (message += chunk.toString()))
    expect(await ended(started)).toBe(2)
    expect(message).toContain('--phones must be a number from 1 to 1000, not many')
  })

  it('says so when a port is taken', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      // A listening TCP server has an AddressInfo.
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    const started = run('--port', String(port))
    child = started
    let message = ''
    started.stderr?.on('data', (chunk: Buffer) => (message += chunk.toString()))
    expect(await ended(started)).toBe(1)
    expect(message).toContain('EADDRINUSE')
    server.close()
  })
})

describe('its arguments', () => {
  it('have defaults', () => {
    const size = { width: 360, height: 640 }
    const defaults = { phones: 1, port: 5555, host: '127.0.0.1', ...size, serialPrefix: 'PD', network: '10.64' }
    expect(readArguments([])).toEqual(defaults)
  })

  it.each([
    [['--phones', '0'], '--phones'],
    [['--phones', '-1'], '--phones'],
    [['--phones', '2', '--port', '65535'], '--port'],
    [['--port', '70000'], '--port'],
    [['--port', 'x'], '--port'],
    [['--size', '360'], '--size'],
    [['--size', '361x640'], '--size'],
    [['--size', '0x0'], '--size'],
    [['--size', '99999x640'], '--size'],
    [['--serial-prefix', 'a b'], '--serial-prefix'],
    [['--network', '10'], '--network'],
    [['--network', '10.193'], '--network'],
    [['--network', '224.0'], '--network'],
    [['--host', ''], '--host'],
    [['--nonsense'], '--nonsense'],
    [['--phones'], '--phones'],
    [['stray'], 'stray'],
  ])('%j are refused by the name of %s', (args, flag) => {
    const result = readArguments(args)
    expect('problem' in result && result.problem).toContain(flag)
  })
})

describe('the identity of a phone', () => {
  const size = { width: 360, height: 640 }

  it('is the same every time', () => {
    expect(phoneIdentity(7, size)).toEqual(phoneIdentity(7, size))
  })

  it('has an address in the network that is asked for', () => {
    expect(phoneIdentity(7, size, 'PD', '73.93').ip).toMatch(/^73\.93\.0\.\d+$/)
  })

  it('is not shared by any two of a thousand', () => {
    const phones = Array.from({ length: 1000 }, (_, index) => phoneIdentity(index, size))
    expect(new Set(phones.map(({ serial }) => serial)).size).toBe(1000)
    expect(new Set(phones.map(({ ip }) => ip)).size).toBe(1000)
    expect(new Set(phones.map(({ mac }) => mac)).size).toBe(1000)
    expect(new Set(phones.map(({ model }) => model)).size).toBeGreaterThan(3)
    expect(new Set(phones.map(({ androidVersion }) => androidVersion)).size).toBe(3)
    for (const { ip, battery } of phones) {
      expect(ip).toMatch(/^10\.64\.\d+\.(?!0$|255$)\d+$/)
      expect(battery).toBeGreaterThan(40)
      expect(battery).toBeLessThan(101)
    }
  })
})
