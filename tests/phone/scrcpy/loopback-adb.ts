import { Duplex } from 'node:stream'
import { Adb, AdbBanner, type AdbIncomingSocketHandler, type AdbSocket, type AdbTransport } from '@yume-chan/adb'
import { MaybeConsumable, ReadableStream } from '@yume-chan/stream-extra'
import type { AbstractSockets } from '../../../phone/abstract-sockets.ts'
import type { Program } from '../../../phone/shell/program.ts'

/** What a client needs of a phone to run scrcpy on it: its abstract sockets, and one program that its shell runs. */
interface LoopbackPhone {
  sockets: AbstractSockets
  program: Program
}

/**
 * An adb connection without adb: `localabstract:` leads to the phone's sockets, `exec:` runs the program with the
 * command line's environment and arguments, and reverse tunnels listen inside the phone.
 */
export function loopbackAdb(phone: LoopbackPhone): Adb {
  const handlers = new Map<string, AdbIncomingSocketHandler>()
  const tunnels = new Map<string, () => void>()
  const transport: AdbTransport = {
    serial: 'loopback',
    maxPayloadSize: 1 << 20,
    banner: AdbBanner.parse('device::ro.product.model=Pixel 6;features='),
    disconnected: new Promise(() => {}),
    clientFeatures: [],
    connect(service) {
      const [kind, rest] = [service.slice(0, service.indexOf(':')), service.slice(service.indexOf(':') + 1)]
      if (kind === 'localabstract') {
        const socket = phone.sockets.connect(rest.replace(/\0$/, ''))
        if (!socket) throw new Error('closed')
        return adbSocket(service, socket)
      }
      if (kind === 'reverse') return reverse(service, rest.replace(/\0$/, ''))
      if (kind === 'exec') return shell(service, rest.replace(/\0$/, ''), phone.program)
      throw new Error(`no such service: ${service}`)
    },
    addReverseTunnel(handler, address = 'tcp:1') {
      handlers.set(address, handler)
      return address
    },
    removeReverseTunnel(address) {
      handlers.delete(address)
    },
    clearReverseTunnels() {
      handlers.clear()
    },
    close() {},
  }
  return new Adb(transport)

  /** `forward:localabstract:<name>;<address>` or `killforward:localabstract:<name>` */
  function reverse(service: string, command: string): AdbSocket {
    const [verb, , rest = ''] = command.split(':', 3)
    const [name = ''] = rest.split(';')
    const address = command.slice(command.indexOf(';') + 1)
    if (verb === 'forward') {
      const accept = (socket: Duplex) => void handlers.get(address)?.(adbSocket(service, socket))
      tunnels.set(name, phone.sockets.listen(name, accept))
    } else {
      tunnels.get(name)?.()
      tunnels.delete(name)
    }
    return answer(service, 'OKAY')
  }
}

function adbSocket(service: string, socket: Duplex): AdbSocket {
  const closed = new Promise<undefined>((resolve) => {
    socket.once('close', () => resolve(undefined))
  })
  // The other end may go first; that is what the reader is to see, not an exception out of nowhere.
  socket.on('error', () => socket.destroy())
  return {
    service,
    closed,
    readable: new ReadableStream<Uint8Array>({
      start(controller) {
        socket.on('data', (chunk: Buffer) => {
          controller.enqueue(new Uint8Array(chunk))
          if ((controller.desiredSize ?? 0) <= 0) socket.pause()
        })
        socket.once('close', () => {
          controller.close()
        })
      },
      pull() {
        socket.resume()
      },
      cancel() {
        socket.destroy()
      },
    }),
    writable: new MaybeConsumable.WritableStream({
      write(chunk) {
        socket.write(chunk)
      },
    }),
    close() {
      socket.destroy()
    },
  }
}

function answer(service: string, text: string): AdbSocket {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  socket.push(text)
  socket.push(null)
  return adbSocket(service, socket)
}

function shell(service: string, command: string, program: Program): AdbSocket {
  const words = command.split(' ').map((word) => word.replace(/^'(.*)'$/s, '$1'))
  const classPath = words.find((word) => word.startsWith('CLASSPATH='))?.slice('CLASSPATH='.length) ?? ''
  const args = words.slice(words.indexOf('com.genymobile.scrcpy.Server') + 1)
  const abort = new AbortController()
  const terminal = new Duplex({
    read() {},
    write: (_chunk, _encoding, done) => done(),
    destroy(error, done) {
      abort.abort()
      done(error)
    },
  })
  const print = (text: string) => {
    if (!terminal.destroyed) terminal.push(text)
  }
  const run = async () => {
    await program({ args, env: { CLASSPATH: classPath }, stdout: print, stderr: print, signal: abort.signal })
    terminal.push(null)
    terminal.end()
  }
  void run()
  return adbSocket(service, terminal)
}
