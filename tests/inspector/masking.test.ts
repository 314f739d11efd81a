import { describe, expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { masked } from '../../src/inspector/masking.ts'

describe('what the inspector shows', () => {
  test('holds no secret, however deep it stands', () => {
    const shown = masked({
      token: 'a token',
      user: { mqtt_config: { user_name: 'session', password: 'a password' } },
      filledIn: [{ captcha_val: '7Q' }],
      point: { ticket: 'a ticket' },
      url: 'ws://console/ws/user?token=hidden&x=1',
    })
    expect(shown).toEqual({
      token: '••••••',
      user: { mqtt_config: { user_name: 'session', password: '••••••' } },
      filledIn: [{ captcha_val: '••••••' }],
      point: { ticket: '••••••' },
      url: 'ws://console/ws/user?token=••••••&x=1',
    })
  })

  test('tells whether there is a secret at all', () => {
    expect(masked({ token: '', password: undefined, ticket: null })).toEqual({
      token: '',
      password: undefined,
      ticket: null,
    })
  })

  test('names what has no plain form', () => {
    const actor = createActor(createMachine({ id: 'broker' }), { id: 'broker' })
    expect(masked({ since: new Date(0), tell: () => 1, actor, error: new TypeError('no') })).toEqual({
      since: '[Date]',
      tell: 'ƒ',
      actor: '→ broker',
      error: 'TypeError: no',
    })
  })

  test('ends where nobody reads any more', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(JSON.stringify(masked(circle))).toContain('…')
    expect(masked(Array.from({ length: 25 }, (_, index) => index))).toContain('… 5 more')
    expect(masked(new Set([1, 2]))).toEqual([1, 2])
  })
})
