import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paramsOf, queryOf } from '../../src/screens/devices/device-query.ts'
import type { DeviceQuery } from '../../src/machines/device-list.ts'

const usual: DeviceQuery = { sort: 'name', keyword: '', status: [], box: null, region: '' }

describe("the address of the phones' list", () => {
  test('is bare when everything is as usual', () => {
    expect(paramsOf(usual).toString()).toBe('')
    expect(queryOf(new URLSearchParams(''))).toEqual(usual)
  })

  test('carries sort and filters', () => {
    const query: DeviceQuery = {
      sort: '-battery',
      keyword: 'B01 & 2',
      status: ['in_use', 'offline'],
      box: 3,
      region: 'us-west',
    }
    expect(queryOf(new URLSearchParams(paramsOf(query).toString()))).toEqual(query)
  })

  test('passes over what the server would refuse', () => {
    const params = new URLSearchParams('sort=password&status=idle&status=exploded&box=-1&box=2')
    params.set('keyword', 'k'.repeat(100))
    expect(queryOf(params)).toEqual({ ...usual, keyword: 'k'.repeat(64), status: ['idle'] })
  })

  test('never asks for what the contract does not know, whatever is typed there', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const { keyword, region, box, sort } = queryOf(new URLSearchParams(typed))
        expect(keyword.length).toBeLessThanOrEqual(64)
        expect(region.length).toBeLessThanOrEqual(32)
        expect(box === null || box > 0).toBe(true)
        expect(sort).toBe('name')
      }),
    )
  })
})
