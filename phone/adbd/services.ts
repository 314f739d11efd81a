import type { PhoneSystem } from '../shell/phone-system.ts'
import type { AdbStream } from './adb-stream.ts'
import type { AdbConnection, StreamService } from './adb-connection.ts'
import { bridge, ReverseForwards, type PhoneSockets } from './reverse-service.ts'
import { parseShellRequest, serveExec, serveShell } from './shell-service.ts'
import { serveSync } from './sync-service.ts'

/** What this daemon does beyond the oldest protocol; each one is implemented here and asked for by clients. */
const FEATURES = [
  'shell_v2',
  'cmd',
  'stat_v2',
  'ls_v2',
  'fixed_push_mkdir',
  'fixed_push_symlink_timestamp',
  'sendrecv_v2',
]

const MAX_SERVICE_LENGTH = 256 * 1024

/** The banner of CNXN. */
export function bannerOf({ properties }: PhoneSystem): string {
  const names = ['ro.product.name', 'ro.product.model', 'ro.product.device']
  const fields = names.map((name) => `${name}=${properties.get(name)}`)
  return `device::${[...fields, `features=${FEATURES.join(',')}`].join(';')}`
}

/** Finds a stream's service by its name; undefined refuses it, which adb reports as a closed connection. */
export function makeServices(phone: PhoneSystem, sockets: PhoneSockets) {
  const forwards = new WeakMap<AdbConnection, ReverseForwards>()
  return (name: string, connection: AdbConnection): StreamService | undefined => {
    if (name.length > MAX_SERVICE_LENGTH) return undefined
    if (/^shell[,:]/.test(name)) return (stream) => serveShell(phone, parseShellRequest(name), stream)
    if (name.startsWith('exec:')) return (stream) => serveExec(phone, name.slice('exec:'.length), stream)
    if (name === 'sync:') return (stream) => serveSync(phone.files, stream)
    if (name.startsWith('reboot:')) {
      return (stream) => {
        stream.end()
        phone.reboot()
      }
    }
    const answer = answerTo(name)
    if (answer !== undefined) return (stream) => void stream.end(answer)
    // Of apps that can be debugged there are none, and there will be none.
    if (name === 'jdwp') return (stream) => void stream.resume()
    if (name === 'track-jdwp') return (stream) => void stream.resume().write('0000')
    if (name === 'framebuffer:') return (stream) => void sendFrame(phone, stream)
    if (name.startsWith('reverse:')) {
      const served = forwards.get(connection) ?? new ReverseForwards(sockets, connection)
      forwards.set(connection, served)
      return (stream) => served.serve(name.slice('reverse:'.length), stream)
    }
    return openSocket(name, sockets)
  }
}

/** What adbd says that a user's phone does not do, and that it listens as before. */
function answerTo(service: string): string | undefined {
  if (service === 'root:') return 'adbd cannot run as root in production builds\n'
  if (service === 'unroot:') return 'adbd not running as root\n'
  if (service.startsWith('remount:')) return 'remount can only be used on userdebug or eng builds\n'
  if (service === 'usb:') return 'restarting in USB mode\n'
  if (!service.startsWith('tcpip:')) return undefined
  const port = service.slice('tcpip:'.length)
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536
  return isPort ? `restarting in TCP mode port: ${port}\n` : 'invalid port\n'
}

/** What stands before a frame: a version, bits a pixel, colours, then sizes, and where in a pixel each colour is. */
async function sendFrame(phone: PhoneSystem, stream: AdbStream): Promise<void> {
  const screen = await phone.screen()
  const pixels = screen.rgba()
  const { width, height } = screen
  const fields = [2, 32, 0, pixels.length, width, height, 0, 8, 16, 8, 8, 8, 24, 8]
  const header = Buffer.alloc(fields.length * 4)
  for (const [index, field] of fields.entries()) header.writeUInt32LE(field, index * 4)
  stream.end(Buffer.concat([header, pixels]))
}

/** `localabstract:` and `tcp:` reach only what listens inside the phone; it never connects out of it. */
function openSocket(name: string, sockets: PhoneSockets): StreamService | undefined {
  const [, kind, address = ''] = /^(localabstract|tcp):(?:localhost:)?(.+)$/s.exec(name) ?? []
  if (kind === undefined) return undefined
  const socket = (kind === 'tcp' ? sockets.ports : sockets.abstract).connect(address)
  return socket && ((stream) => bridge(socket, stream))
}
