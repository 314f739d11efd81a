import { randomUUID } from 'node:crypto'
import { defineOperations } from '../http/contract.ts'
import { commandable } from './rules.ts'
import { sealTicket, type TerminalTicket } from '../relay/tickets.ts'

/** How long an operator has to present its ticket, in milliseconds. */
const ticketLifetime = 30_000

export const deviceTerminalOperations = defineOperations(({ secret }: { secret: Uint8Array }) => ({
  /** Where to open a shell on a phone that the caller may run commands on. */
  deviceTerminalPoint: async ({ caller, query, store, note }) => {
    const device = await store.transaction(async (tx) => {
      const found = await commandable(tx, caller, query.id)
      await note(tx, 'device.terminal', { target: `device:${found.id}` })
      return found
    })
    const ticket: TerminalTicket = {
      kind: 'terminal',
      device_id: device.id,
      box_id: device.box_id,
      serial: device.serial,
      user: { id: caller.id, user_name: caller.user_name, role: caller.role, path: caller.path },
      session_id: caller.session_id,
      nonce: randomUUID(),
      expires_at: Date.now() + ticketLifetime,
    }
    return {
      relay_url: '/relay/terminal',
      ticket: sealTicket(secret, ticket),
      expires_at: ticket.expires_at,
    }
  },
}))
