import { describe, expect, test } from 'vitest'
import { openTicket, sealTicket, type Ticket } from '../../server/relay/tickets.ts'
import { fc } from '../support/properties.ts'

const secret = Buffer.from('a secret of at least thirty-two bytes')
const kinds = ['viewer', 'agent', 'terminal', 'terminal_agent'] as const
const now = 1_000

const user = { id: 4, user_name: '经理', role: 'manager', path: '1/4' } as const
const phone = { device_id: 7, box_id: 3, serial: 'PD0007', user, session_id: 's', nonce: 'n', expires_at: now + 1 }
const tickets: Record<(typeof kinds)[number], Ticket> = {
  viewer: { kind: 'viewer', ...phone, mode: 'observe', lease_id: null },
  agent: { kind: 'agent', device_id: 7, nonce: 'n', expires_at: now + 1 },
  terminal: { kind: 'terminal', ...phone },
  terminal_agent: { kind: 'terminal_agent', terminal_id: 't', nonce: 'n', expires_at: now + 1 },
}

describe.each(kinds)('a ticket of kind %s', (kind) => {
  const sealed = sealTicket(secret, tickets[kind])

  test('opens as what it is, and as nothing else', () => {
    for (const other of kinds)
      expect(openTicket(secret, sealed, other, now)).toEqual(other === kind ? tickets[kind] : undefined)
  })

  test('is worth nothing once its time has come, or with another secret', () => {
    expect(openTicket(secret, sealed, kind, now + 1)).toBeUndefined()
    expect(openTicket(Buffer.from('another secret of thirty-two bytes'), sealed, kind, now)).toBeUndefined()
  })

  test('is worth nothing with any character of it changed, left out or put in', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('', 'A', 'AA', '.', '=', '\0'), (place, put) => {
        const changed = sealed.slice(0, place) + put + sealed.slice(place + 1)
        const opened = openTicket(secret, changed, kind, now)
        // The last character has bits to spare: another one may stand for the same bytes.
        if (changed !== sealed && place < sealed.length - 1) expect(opened).toBeUndefined()
      }),
    )
  })
})

test('no text makes the reader throw, and none is a ticket', () => {
  const signed = fc.json().map((json) => `${Buffer.from(json).toString('base64url')}.${'A'.repeat(43)}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), signed), fc.constantFrom(...kinds), (text, kind) => {
      expect(openTicket(secret, text, kind, now)).toBeUndefined()
    }),
  )
})
