import { randomUUID } from 'node:crypto'
import { codes } from '../../domain/codes.ts'
import { requireService } from '../people/service.ts'
import { defineOperations } from '../http/contract.ts'
import { commandable } from './rules.ts'
import { Refusal } from '../http/refusal.ts'
import { sealTicket, type TerminalTicket } from '../relay/tickets.ts'
import { reason } from '../../texts/reason.ts'

/** How long an operator has to present its ticket, in milliseconds. */
const ticketLifetime = 30_000

export const deviceTerminalOperations = defineOperations(({ secret }: { secret: Uint8Array }) => ({
  /** Where to open a shell on a phone that the caller may run commands on. */
  deviceTerminalPoint: async ({ caller, query, store, client, limits }) => {
    requireService(caller)
    if (!limits.terminals.take(String(caller.id))) throw new Refusal(codes.tooManyTries, reason('call.tooManyRequests'))
    const device = await store.transaction(async (tx) => {
      const found = await commandable(tx, caller, query.id)
      const entry = { user: caller, action: 'device.terminal', target: `device:${found.id}`, ip: client.ip } as const
      await tx.operationLog.append(entry, Date.now())
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
