import type { Query } from '../http/contract.ts'
import type { DeviceFilter } from '../store/device-list.ts'

/** The filters of the list of phones, as a query or a body carries them. */
export const deviceFilter = (
  query: Omit<Query<'deviceExport'>, 'sort'> & { id?: number | undefined },
): DeviceFilter => ({
  id: query.id,
  keyword: query.keyword?.trim(),
  status: query.status,
  box_id: query.box_id,
  region: query.region,
  owner_id: query.owner_id,
  tag: query.tag,
  in_use: query.in_use,
  seen_from: query.seen_from,
  seen_until: query.seen_until,
})
