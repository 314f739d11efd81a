import { once } from 'node:events'
import { BytePipe, type ByteSink } from '../shell/byte-stream.ts'
import type { PhoneSystem } from '../shell/phone-system.ts'
import { Killed } from '../shell/process-signal.ts'
import { runInteractive, runSession, type SessionStreams } from '../shell/session.ts'
import { Terminal } from '../shell/terminal.ts'
import type { AdbStream } from './adb-stream.ts'
import { encodeShellPacket, parseWindowSize, SHELL_PACKET, ShellPacketParser } from './shell-protocol.ts'

const SIGHUP = 1
/** How long a command may work on after a peer that gave it input has closed the stream, in milliseconds. */
const INPUT_GRACE = 30_000
/** Data of one shell packet: with its header it fits the smallest payload that an adb peer may ask for. */
const MAX_PACKET_DATA = 4096 - 5
const LARGE_PACKET_DATA = 64 * 1024

interface ShellRequest {
  command: string
  /** Speaks the shell protocol: separate stderr, exit code, closing of stdin. */
  packets: boolean
  terminal: boolean
  env: Record<string, string>
}

/** Reads `shell,v2,TERM=xterm,raw:command` and its relatives. */
export function parseShellRequest(service: string): ShellRequest {
  const colon = service.indexOf(':')
  const options = service.slice(0, colon).split(',').slice(1)
  const command = service.slice(colon + 1)
  const term = options.find((option) => option.startsWith('TERM='))?.slice('TERM='.length)
  // Without a word about it, a command gets pipes and an interactive shell a terminal.
  const terminal = options.includes('pty') || (!options.includes('raw') && command === '')
  const env: Record<string, string> = { TERM: term !== undefined && /^[\w.-]{1,64}$/.test(term) ? term : 'dumb' }
  return { command, packets: options.includes('v2'), terminal, env }
}

/** `shell:` and `shell,v2:`. */
export function serveShell(phone: PhoneSystem, request: ShellRequest, stream: AdbStream): void {
  const ending = new AbortController()
  const phoneDown = () => ending.abort(phone.signal.reason)
  phone.signal.addEventListener('abort', phoneDown, { once: true })
  const finished = request.packets
    ? servePackets(phone, request, stream, ending)
    : serveRaw(phone, request, stream, ending)
  void finished.finally(() => {
    phone.signal.removeEventListener('abort', phoneDown)
    stream.end()
  })
}

/** `exec:`: a command with pipes, its bytes untouched. */
export function serveExec(phone: PhoneSystem, command: string, stream: AdbStream): void {
  serveShell(phone, { command, packets: false, terminal: false, env: { TERM: 'dumb' } }, stream)
}

async function serveRaw(
  phone: PhoneSystem,
  request: ShellRequest,
  stream: AdbStream,
  ending: AbortController,
): Promise<void> {
  const output: ByteSink = { write: (bytes, signal) => send(stream, Buffer.from(bytes), signal) }
  const { signal } = ending
  const inbox = request.terminal ? new Terminal(output) : new BytePipe()
  const hangUp = () => ending.abort(new Killed(SIGHUP))
  let grace: NodeJS.Timeout | undefined
  stream.once('hangup', (how: 'closed' | 'gone') => {
    // Without packets, closing is the only way to end the input (`adb exec-in tar x`), so what reads may finish.
    if (how === 'closed' && stream.hasReceived && !request.terminal) grace = setTimeout(hangUp, INPUT_GRACE)
    else hangUp()
  })
  void receive(stream, inbox, signal)
  await run(phone, request, inbox, { stdout: output, stderr: output }, signal)
  clearTimeout(grace)
}

async function servePackets(
  phone: PhoneSystem,
  request: ShellRequest,
  stream: AdbStream,
  ending: AbortController,
): Promise<void> {
  const { signal } = ending
  stream.once('hangup', () => ending.abort(new Killed(SIGHUP)))
  const stdout = packetSink(stream, SHELL_PACKET.stdout)
  const stderr = packetSink(stream, SHELL_PACKET.stderr)
  const inbox = request.terminal ? new Terminal(stdout) : new BytePipe()
  void receivePackets(stream, inbox, ending)
  const status = await run(phone, request, inbox, { stdout, stderr }, signal)
  if (!stream.hungUp && !stream.destroyed)
    stream.write(encodeShellPacket(SHELL_PACKET.exit, Uint8Array.of(status & 0xff)))
}

function run(
  phone: PhoneSystem,
  { command, env }: ShellRequest,
  inbox: Terminal | BytePipe,
  streams: Omit<SessionStreams, 'stdin'>,
  signal: AbortSignal,
): Promise<number> {
  const script = command === '' ? undefined : command
  if (!(inbox instanceof Terminal)) return runSession(script, { phone, env, signal, stdin: inbox, ...streams })
  // A terminal has one screen: stderr goes the same way as stdout.
  const options = { phone, env, signal, stdin: inbox.stdin, stdout: inbox, stderr: inbox }
  return script === undefined ? runInteractive(inbox, options) : runOnTerminal(script, inbox, options)
}

/** A command on a terminal: Ctrl-C ends it. */
async function runOnTerminal(
  script: string,
  terminal: Terminal,
  options: Parameters<typeof runSession>[1],
): Promise<number> {
  const foreground = new AbortController()
  const end = () => foreground.abort(options.signal.reason)
  options.signal.addEventListener('abort', end, { once: true })
  const stop = terminal.onInterrupt(() => foreground.abort(new Killed(2)))
  try {
    return await runSession(script, { ...options, signal: foreground.signal })
  } finally {
    stop()
    options.signal.removeEventListener('abort', end)
  }
}

function packetSink(stream: AdbStream, id: number): ByteSink {
  return {
    write: async (bytes, signal) => {
      const size = stream.maxPayload >= LARGE_PACKET_DATA * 2 ? LARGE_PACKET_DATA : MAX_PACKET_DATA
      for (let start = 0; start < bytes.length; start += size) {
        await send(stream, encodeShellPacket(id, bytes.subarray(start, start + size)), signal)
      }
    },
  }
}

/** Writes and waits for room; rejects with Killed when the peer is gone. */
async function send(stream: AdbStream, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (stream.hungUp || stream.destroyed || stream.writableEnded) throw new Killed(SIGHUP)
  if (stream.write(bytes)) return
  try {
    await once(stream, 'drain', { signal })
  } catch {
    throw new Killed(SIGHUP)
  }
}

async function deliver(inbox: Terminal | BytePipe, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (inbox instanceof Terminal) await inbox.type(bytes, signal)
  else await inbox.write(bytes, signal)
}

async function receive(stream: AdbStream, inbox: Terminal | BytePipe, signal: AbortSignal): Promise<void> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) await deliver(inbox, chunk as Buffer, signal)
  } catch {
    // The session is over, or its peer gone: nobody reads any more.
  }
  inbox.end()
}

async function receivePackets(stream: AdbStream, inbox: Terminal | BytePipe, ending: AbortController): Promise<void> {
  const parser = new ShellPacketParser()
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      for (const { id, data } of parser.push(chunk as Buffer)) {
        if (id === SHELL_PACKET.stdin) await deliver(inbox, data, ending.signal)
        if (id === SHELL_PACKET.closeStdin) inbox.end()
        if (id === SHELL_PACKET.windowSize && inbox instanceof Terminal)
          inbox.size = parseWindowSize(data) ?? inbox.size
      }
    }
  } catch (error) {
    if (error instanceof RangeError) ending.abort(new Killed(SIGHUP))
  }
  inbox.end()
}
