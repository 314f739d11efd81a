import { describe, expect, test } from 'vitest'
import { advance, type DeviceEvent, type DeviceLife, type DeviceStatus } from '../../../domain/device-lifecycle.ts'

const life = (status: DeviceStatus, facts: Partial<DeviceLife> = {}): DeviceLife => ({
  status,
  before: null,
  held: false,
  occupied: false,
  ...facts,
})
function through(start: DeviceLife, ...types: DeviceEvent['type'][]): DeviceLife {
  const { held, occupied } = start
  let where: Pick<DeviceLife, 'status' | 'before'> = start
  for (const type of types) where = advance({ ...where, held, occupied }, { type }) ?? where
  return { ...where, held, occupied }
}

describe('a phone that goes away', () => {
  test.each(['preparing', 'releasing', 'changing_ip', 'maintenance', 'faulty', 'idle'] as const)(
    'comes back to %s, also after a restart',
    (status) => {
      expect(through(life(status), 'lost')).toMatchObject({ status: 'offline', before: status })
      expect(through(life(status), 'lost', 'starting', 'ready')).toEqual(life(status))
    },
  )

  test('comes back to whoever still holds it', () => {
    const held = life('in_use', { held: true })
    expect(through(held, 'lost', 'ready')).toEqual(held)
    expect(through({ ...through(held, 'lost'), held: false }, 'ready').status).toBe('idle')
  })

  test('is wiped when it is back, where its environment was opened on another meanwhile', () => {
    for (const status of ['in_use', 'preparing', 'faulty'] as const) {
      const left = through(life(status, { held: true, occupied: true }), 'lost', 'abandoned', 'lost')
      expect(left).toMatchObject({ status: 'offline', before: 'releasing' })
      expect(through({ ...left, held: false }, 'ready').status).toBe('releasing')
      expect(through({ ...left, held: false, occupied: false }, 'ready', 'released').status).toBe('idle')
    }
    expect(advance(life('in_use', { held: true, occupied: true }), { type: 'abandoned' })).toBeUndefined()
    expect(advance({ ...life('offline'), before: 'in_use' }, { type: 'abandoned' })).toBeUndefined()
  })

  test('is faulty once what it was at took too long', () => {
    expect(through(life('preparing'), 'lost', 'timed out').status).toBe('faulty')
  })

  test('keeps its old address where it is there and a new one took too long; away, it is faulty', () => {
    expect(through(life('changing_ip'), 'timed out').status).toBe('idle')
    expect(through(life('changing_ip', { held: true }), 'timed out').status).toBe('in_use')
    expect(through(life('changing_ip'), 'lost', 'timed out').status).toBe('faulty')
  })

  test('is recovered to where its agent has it', () => {
    expect(through(life('idle'), 'deleted', 'recovered').status).toBe('idle')
    expect(through(life('idle'), 'deleted', 'lost', 'recovered').status).toBe('offline')
    expect(through(life('offline'), 'deleted', 'ready', 'recovered').status).toBe('idle')
  })
})
