import { generateKeyPairSync } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import {
  Adb,
  AdbDaemonTransport,
  AdbPacket,
  AdbPacketSerializeStream,
  type AdbPacketData,
  type AdbPacketInit,
} from '@yume-chan/adb'
import {
  type Consumable,
  pipeFrom,
  ReadableStream,
  StructDeserializeStream,
  WritableStream,
  WrapReadableStream,
} from '@yume-chan/stream-extra'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProgramContext } from '../../../phone/shell/program.ts'
import type { VirtualPhone } from '../../../phone/virtual-phone.ts'
import { testPhone, type RecordingDisplay } from './phone-under-test.ts'

describe('@yume-chan/adb, speaking to the daemon itself over TCP', () => {
  let phone: VirtualPhone<RecordingDisplay>
  let socket: Socket
  let adb: Adb
  let program: (context: ProgramContext) => Promise<number>

  beforeEach(async () => {
    phone = testPhone({ programs: { 'com.example.Program': (context) => program(context) } })
    await phone.start('127.0.0.1', 0)
    ;({ adb, socket } = await connectTo(phone.address))
  })

  afterEach(async () => {
    socket.destroy()
    await phone.stop()
  })

  it('reads the banner', () => {
    expect(adb.banner.model).toBe(phone.identity.model)
    expect(adb.deviceFeatures).toContain('shell_v2')
    expect(adb.maxPayloadSize).toBe(1024 * 1024)
  })

  it('runs commands with and without the shell protocol', async () => {
    const result = await adb.subprocess.shellProtocol?.spawnWaitText('echo out; echo err >&2; exit 4')
    expect(result).toMatchObject({ stdout: 'out\n', stderr: 'err\n', exitCode: 4 })
    expect(await adb.subprocess.noneProtocol.spawnWaitText('getprop ro.serialno')).toBe(`${phone.identity.serial}\n`)
  })

  it('reads the frame buffer', async () => {
    const frame = await adb.framebuffer()
    expect(frame).toMatchObject({ bpp: 32, width: 360, height: 640, red_offset: 0, alpha_offset: 24 })
    expect(frame.data.length).toBe(360 * 640 * 4)
  })

  it('writes, lists, stats and reads files', async () => {
    const sync = await adb.sync()
    const content = Buffer.alloc(300_000, 'payload ')
    await sync.write({
      filename: '/sdcard/Download/written',
      file: ReadableStream.from([new Uint8Array(content)]),
      permission: 0o640,
      mtime: 1_700_000_000,
    })
    const stat = await sync.lstat('/sdcard/Download/written')
    expect(stat).toMatchObject({ size: 300_000n, mtime: 1_700_000_000n, permission: 0o666 })
    const names = (await sync.readdir('/sdcard/Download')).map(({ name }) => name)
    expect(names).toEqual(['.', '..', 'written'])
    expect(await text(sync.read('/sdcard/Download/written'))).toBe(content.toString())
    await expect(text(sync.read('/nothing'))).rejects.toThrow('No such file or directory')
    await sync.dispose()
  })

  it('gets connections of the phone’s programs through a reverse tunnel', async () => {
    const received = new Promise<string>((resolve) => {
      // The stream is acknowledged only once its handler has returned.
      const handler = (incoming: { readable: ReadableStream<Uint8Array> }) => void text(incoming.readable).then(resolve)
      void adb.reverse.add('localabstract:video', handler)
    })
    await expect.poll(async () => (await adb.reverse.list()).length).toBe(1)
    phone.sockets.connect('video')?.end('frame')
    expect(await received).toBe('frame')
    await adb.reverse.removeAll()
    expect(await adb.reverse.list()).toEqual([])
  })

  it('starts a program with its class path, hears what it prints, and ends it by closing the stream', async () => {
    let ended: unknown
    program = (context) => {
      const { args, env, signal } = context
      context.stdout(`${env['CLASSPATH']} ${args.join(',')}\n`)
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          ended = signal.reason
          resolve(0)
        }),
      )
    }
    const command =
      'CLASSPATH=/data/local/tmp/x.jar app_process -Dx=y / com.example.Program 3.3.3 scid=1 log_level=info'
    const process = await adb.subprocess.noneProtocol.spawn(command)
    const reader = process.output.getReader()
    const { value } = await reader.read()
    expect(Buffer.from(value ?? []).toString()).toBe('/data/local/tmp/x.jar 3.3.3,scid=1,log_level=info\n')
    const running = await adb.subprocess.noneProtocol.spawnWaitText('ps -A -o ARGS | grep app_process')
    expect(running).toContain('app_process / com.example.Program')
    await process.kill()
    await expect.poll(() => ended).toBeDefined()
  })

  it('hands on a program’s exit code', async () => {
    program = (context) => {
      context.stderr('no good\n')
      return Promise.resolve(3)
    }
    const result = await adb.subprocess.shellProtocol?.spawnWaitText('app_process / com.example.Program')
    expect(result).toMatchObject({ stderr: 'no good\n', exitCode: 3 })
    const unknown = await adb.subprocess.shellProtocol?.spawnWaitText('app_process / com.example.Nothing')
    expect(unknown?.exitCode).toBe(134)
    expect(unknown?.stderr).toContain("could not find class 'com.example.Nothing'")
  })

  it('loses its connection when the phone reboots', async () => {
    await adb.power.reboot()
    await adb.disconnected
    await phone.booted()
    socket.destroy()
    ;({ adb, socket } = await connectTo(phone.address))
    expect(await adb.getProp('sys.boot_completed')).toBe('1')
  })
})

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function connectTo({ host, port }: { host: string; port: number }): Promise<{ adb: Adb; socket: Socket }> {
  const socket = connect(port, host)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => {})
  const incoming = Readable.toWeb(socket) as unknown as ReadableStream<Uint8Array>
  const outgoing = Writable.toWeb(socket) as unknown as WritableStream<Uint8Array>
  const readable: ReadableStream<AdbPacketData> = new WrapReadableStream(incoming).pipeThrough(
    new StructDeserializeStream(AdbPacket),
  )
  const sink = new WritableStream<Consumable<Uint8Array>>({
    write: async (chunk) => {
      await chunk.tryConsume(async (bytes) => {
        const writer = outgoing.getWriter()
        await writer.write(Uint8Array.from(bytes))
        writer.releaseLock()
      })
    },
    close: () => {
      socket.destroy()
    },
  })
  const writable: WritableStream<Consumable<AdbPacketInit>> = pipeFrom(sink, new AdbPacketSerializeStream())
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { buffer: new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' })), name: 'test' }
  const transport = await AdbDaemonTransport.authenticate({
    serial: `${host}:${port}`,
    connection: { readable, writable },
    credentialStore: { generateKey: () => key, iterateKeys: () => [key] },
  })
  return { adb: new Adb(transport), socket }
}
