import { describe, expect, test } from 'vitest'
import { changesTopic, fleetRows, mayHear } from '../../domain/fleet-topics.ts'
import { roles } from '../../domain/roles.ts'
import { readContract } from '../../server/http/contract.ts'

const { operations } = readContract()

describe('a role hears of rows exactly where it may call their list', () => {
  test.each(fleetRows)('%s', (row) => {
    const mayList = operations.get(`${row}List`)?.['x-roles']
    expect(roles.filter((role) => mayHear(role, changesTopic('1/3/4', row)))).toEqual(mayList)
  })

  test('and nothing of a kind that nobody knows', () => {
    for (const topic of ['fleet/1/3/4/changes', 'fleet/1/3/4/changes/secret', 'fleet/1/device'])
      expect(roles.filter((role) => mayHear(role, topic))).toEqual([])
  })
})
