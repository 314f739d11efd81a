import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { DeviceQuery, DeviceSort } from '../../machines/device-list.ts'
import { deviceStatuses } from './device-status.ts'

const sortable = ['name', 'status', 'serial', 'model', 'android_version', 'region', 'battery', 'last_seen_at'] as const
const sorts: readonly DeviceSort[] = sortable.flatMap((field) => [field, `-${field}` as const])

const first: DeviceSort = 'name'
/** As the contract bounds them. */
const longestKeyword = 64
const longestRegion = 32

/** The query that an address asks for; what it may not ask for is passed over. */
export function queryOf(params: URLSearchParams): DeviceQuery {
  const box = Number(params.get('box') ?? '')
  const asked = params.getAll('status')
  return {
    sort: sorts.find((sort) => sort === params.get('sort')) ?? first,
    keyword: (params.get('keyword') ?? '').trim().slice(0, longestKeyword),
    status: deviceStatuses.filter((status) => asked.includes(status)),
    box: Number.isSafeInteger(box) && box > 0 ? box : null,
    region: (params.get('region') ?? '').slice(0, longestRegion),
  }
}

/** The address that asks for a query; what is as usual is left out. */
export function paramsOf({ sort, keyword, status, box, region }: DeviceQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (sort !== first) params.set('sort', sort)
  if (keyword !== '') params.set('keyword', keyword)
  for (const each of status) params.append('status', each)
  if (box !== null) params.set('box', String(box))
  if (region !== '') params.set('region', region)
  return params
}

/** The address as the one place where sort and filters are kept, so that a list can be bookmarked and sent. */
export function useDeviceQuery(): [DeviceQuery, (change: Partial<DeviceQuery>) => void] {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => queryOf(params), [params])
  return [query, (change) => setParams(paramsOf({ ...query, ...change }), { replace: true })]
}
