import { describe, expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { masked as maskedOf } from '../src/recording/masking.ts'
import { SecretNames } from '../src/recording/secret-names.ts'

const secrets = new SecretNames(['captcha_val', /ticket/])
const masked = (value: unknown) => maskedOf(value, secrets)

describe('what the inspector shows', () => {
  test('holds no secret, however deep it stands', () => {
    const shown = masked({
      token: 'a token',
      user: { mqtt_config: { user_name: 'session', password: 'a password' } },
      filledIn: [{ captcha_val: '7Q' }],
      point: { ticket: 'a ticket' },
      url: 'ws://console/ws/user?token=hidden&x=1',
      error: new Error('Authorization: Bearer hidden'),
    })
    expect(shown).toEqual({
      token: '••••••',
      user: { mqtt_config: { user_name: 'session', password: '••••••' } },
      filledIn: [{ captcha_val: '••••••' }],
      point: { ticket: '••••••' },
      url: 'ws://console/ws/user?token=••••••&x=1',
      error: 'Error: Authorization: ••••••',
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

describe('what is called so', () => {
  test('is a secret by its usual names in whatever application, and by those that one names itself', () => {
    const names = new SecretNames(['pin', /^iban/])
    const called = ['token', 'new_password', 'apiKey', 'api-key', 'clientSecret', 'set-cookie', 'pin', 'ibanOfShop']
    expect(called.filter((name) => !names.has(name))).toEqual([])
    expect(['shipping', 'my iban', 'name', 'authorizations'].filter((name) => names.has(name))).toEqual([])
    expect(new SecretNames().has('pin')).toBe(false)
  })

  test('is withheld in some objects only, where a function says so', () => {
    const names = new SecretNames([], [({ kind }, field) => kind === 'typed' && field === 'text'])
    const shown = maskedOf(
      { one: { kind: 'typed', text: 'a word', at: 1 }, other: { kind: 'label', text: 'a word' } },
      names,
    )
    expect(shown).toEqual({ one: { kind: 'typed', text: '••••••', at: 1 }, other: { kind: 'label', text: 'a word' } })
  })

  test('is withheld with every word in it, and stays what it is made of', () => {
    const names = new SecretNames([], ['cells'])
    const rows = [
      { line: 2, cells: ['shop', ''] },
      { line: 3, cells: new Map([['name', { at: 1, by: 'me' }]]) },
    ]
    expect(maskedOf(rows, names)).toEqual([
      { line: 2, cells: ['••••••', ''] },
      { line: 3, cells: [['••••••', { at: 1, by: '••••••' }]] },
    ])
  })

  test('is one in words, too, where the words say it whole', () => {
    const shown = maskedOf('/pay?pin=1234&shipping=express', new SecretNames(['pin']))
    expect(shown).toBe('/pay?pin=••••••&shipping=express')
  })
})
