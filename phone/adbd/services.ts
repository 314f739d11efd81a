import type { PhoneSystem } from '../shell/phone-system.ts'
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
    if (name.startsWith('reverse:')) {
      const served = forwards.get(connection) ?? new ReverseForwards(sockets, connection)
      forwards.set(connection, served)
      return (stream) => served.serve(name.slice('reverse:'.length), stream)
    }
    return openSocket(name, sockets)
  }
}

/** `localabstract:` and `tcp:` reach only what listens inside the phone; it never connects out of it. */
function openSocket(name: string, sockets: PhoneSockets): StreamService | undefined {
  const [, kind, address = ''] = /^(localabstract|tcp):(?:localhost:)?(.+)$/s.exec(name) ?? []
  if (kind === undefined) return undefined
  const socket = (kind === 'tcp' ? sockets.ports : sockets.abstract).connect(address)
  return socket && ((stream) => bridge(socket, stream))
}
