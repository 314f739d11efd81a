import { inChinese, relayReasons } from '../../domain/reasons.ts'
import { isOwn } from '../device-rights.ts'
import type { TerminalTicket } from '../relay/tickets.ts'
import type { Store } from '../store/store.ts'

const reasons = inChinese(relayReasons)

/** Why each of these terminals may no longer be open: the phone has gone to somebody else since; undefined where it has not. */
export async function reviewTerminals(
  store: Store,
  tickets: readonly TerminalTicket[],
): Promise<(string | undefined)[]> {
  const rows = await store.devices.byIds([...new Set(tickets.map(({ device_id }) => device_id))])
  const devices = new Map(rows.map((device) => [device.id, device]))
  return tickets.map(({ device_id, user }) => {
    const device = devices.get(device_id)
    if (device === undefined || device.removed_at !== null) return reasons.noLongerYours
    if (device.in_use_by === user.id) return undefined
    if (device.in_use_by !== null) return reasons.heldByOther
    return isOwn(user, device) ? undefined : reasons.noLongerYours
  })
}
