import { describe, expect, test } from 'vitest'
import { isUnfiltered, paramsOf, queryOf, type Filter, type QueryShape } from '../../src/screens/lists/filters.ts'
import { fc } from '../support/properties.ts'

interface Query {
  sort?: string
  keyword?: string
  status?: string[]
  region?: string
  enabled?: boolean
  box_id?: number
  seen_from?: number
  seen_until?: number
}

const filters: Filter<Query>[] = [
  { kind: 'text', name: 'keyword', label: 'Keyword', hint: 'Name…' },
  {
    kind: 'enum',
    name: 'status',
    label: 'State',
    multiple: true,
    options: ['idle', 'in_use'].map((value) => ({ value, text: value })),
  },
  { kind: 'enum', name: 'region', label: 'Region', options: [] },
  { kind: 'flag', name: 'enabled', label: 'Enabled', yes: 'Yes', no: 'No' },
  { kind: 'pick', name: 'box_id', label: 'Box', find: async () => [] },
  { kind: 'time', name: 'seen_from', until: 'seen_until', label: 'Seen' },
]
const shape: QueryShape<Query> = { filters, sortable: ['name', 'battery'], firstSort: 'name' }

describe("a list's address", () => {
  test('is bare when everything is as usual', () => {
    expect(paramsOf({ sort: 'name' }, 'name').toString()).toBe('')
    expect(queryOf(new URLSearchParams(''), shape)).toEqual({ sort: 'name' })
  })

  test('carries sort and filters of every kind', () => {
    const query: Query = {
      sort: '-battery',
      keyword: 'B01 & 2',
      status: ['idle', 'in_use'],
      region: 'us-west',
      enabled: false,
      box_id: 3,
      seen_from: 1_700_000_000_000,
      seen_until: 1_700_000_086_399,
    }
    expect(queryOf(new URLSearchParams(paramsOf(query, 'name').toString()), shape)).toEqual(query)
    expect(isUnfiltered(query)).toBe(false)
  })

  test('passes over what the server would refuse', () => {
    const params = new URLSearchParams('sort=password&status=idle&status=exploded&box_id=-1&enabled=maybe&seen_from=x')
    params.set('keyword', 'k'.repeat(100))
    expect(queryOf(params, shape)).toEqual({ sort: 'name', keyword: 'k'.repeat(64), status: ['idle'] })
  })

  test('never asks for what no filter names, whatever is typed there', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const query = queryOf(new URLSearchParams(typed), shape)
        const known = new Set(['sort', ...filters.map(({ name }) => name as string), 'seen_until'])
        expect(Object.keys(query).filter((name) => !known.has(name))).toEqual([])
        expect(query.keyword?.length ?? 0).toBeLessThanOrEqual(64)
        expect(query.region?.length ?? 0).toBeLessThanOrEqual(64)
      }),
    )
  })
})
