import { codes } from '../../domain/codes.ts'
import type { BoxTunnels } from './tunnels.ts'
import { defineOperations } from '../http/contract.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { toTunnel } from './tunnels.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import { differing } from '../store/operation-log.ts'
import { seal } from '../store/sealed.ts'

const sshPort = 22
/** Of adb's server on the box: whoever reaches it has all of its phones. */
const adbPort = 5037

interface Settings {
  server_address: string | undefined
  server_port: number | undefined
  remote_port: number | undefined
}

const isComplete = <S extends Settings>(
  settings: S,
): settings is S & { [Field in keyof Settings]: NonNullable<S[Field]> } =>
  Object.keys(missingFields(settings)).length === 0

const missingFields = ({ server_address, server_port, remote_port }: Settings): Record<string, Reason> => ({
  ...(server_address === undefined && { server_address: reason('form.problems.required') }),
  ...(server_port === undefined && { server_port: reason('form.problems.required') }),
  ...(remote_port === undefined && { remote_port: reason('form.problems.required') }),
})

/** Whether a kept token would be shown to another frp server, which may be anybody's. */
const wouldMoveItsToken = (
  before: { server_address: string; server_port: number; token: Buffer | null } | undefined,
  { server_address, server_port }: Settings,
): boolean =>
  before !== undefined &&
  before.token !== null &&
  (before.server_address !== server_address || before.server_port !== server_port)

interface Ports {
  secret: Uint8Array
  boxTunnels: BoxTunnels
}

export const tunnelOperations = defineOperations(({ secret, boxTunnels }: Ports) => ({
  /** Opens or closes the remote-maintenance tunnel of a box; what is left out stays as it was, a token only with its server. */
  maintainFrp: ({ caller, body, store, note }) =>
    store.transaction(async (tx) => {
      const box = await tx.boxes.lock(body.box_id)
      if (box === undefined || (await tx.boxes.visible(caller, box.id)) === undefined)
        throw new Refusal(codes.notFound, reason('boxes.reason.noSuchBox'))
      const before = await tx.boxTunnels.ofBox(box.id)
      const { enabled, token } = body
      const settings = {
        enabled,
        server_address: body.server_address ?? before?.server_address,
        server_port: body.server_port ?? before?.server_port,
        remote_port: body.remote_port ?? before?.remote_port,
        local_port: body.local_port ?? before?.local_port ?? sshPort,
      }
      if (!isComplete(settings)) throw invalidFields(missingFields(settings))
      if (settings.local_port === adbPort) throw invalidFields({ local_port: reason('boxes.reason.adbPort') })
      if (token === undefined && wouldMoveItsToken(before, settings))
        throw invalidFields({ token: reason('boxes.reason.tokenAgain') })
      const sealed = token === undefined ? (before?.token ?? null) : token === '' ? null : seal(secret, token)
      const state = enabled || box.online ? 'waiting' : 'closed'
      const now = Date.now()
      const tunnel = await tx.boxTunnels.replace(box.id, { ...settings, token: sealed, state, since: now })
      const detail = { ...settings, has_token: sealed !== null, ...(token !== undefined && { token: 'changed' }) }
      const was = { ...before, has_token: before !== undefined && before.token !== null, token: 'kept' }
      await note(tx, 'box.frp', { target: `box:${box.id}`, detail: differing<object>(was, detail) }, now)
      boxTunnels.command(tx, box, tunnel)
      return toTunnel(tunnel)
    }),
}))
