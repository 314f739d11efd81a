import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Market } from '../../../domain/markets.ts'
import type { Role } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import { findGroupsOf } from '../../api/environment-groups.ts'
import type { DeviceQuery } from '../../api/devices.ts'
import type { WallFilter } from '../../api/remote.ts'
import type { WallChoice } from '../../machines/remote/remote-wall.ts'
import { useAddressWatch } from '../shell/address-watch.ts'
import { deviceFilters } from '../devices/device-columns.ts'
import { filterMakers } from '../lists/filter-makers.ts'
import { paramsOf, queryOf, type Filter } from '../lists/filters.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { phoneIds } from './phone-ids.ts'

/** How large the videos stand: so that all fit the window, or as large as that, however far one scrolls. */
export const wallSizes = ['fit', 'small', 'medium', 'large'] as const
type WallSize = (typeof wallSizes)[number]

const firstSort = 'name'
const filtersOfPhones: readonly string[] = ['keyword', 'status', 'box_id', 'owner_id'] satisfies (keyof WallFilter)[]

/** Phones by the group of the environment that is open on them, for those who have groups. */
const groupFilter = (t: TFunction, role: Role, markets: readonly Market[]): Filter<WallFilter>[] =>
  mayCall(role, 'groupList')
    ? [
        {
          kind: 'pick',
          name: 'tag',
          label: t('remote.wall.group'),
          find: findGroupsOf(markets, (market) => t(`environments.names.${market}`)),
        },
      ]
    : []

/**
 * The address as the one place where a wall is written down: which phones, in which order, how large. A layout that is kept
 * is such an address under a name, and a link shows the same wall.
 */
export function useWallAddress() {
  const { t } = useTranslation()
  const { role, modules } = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const filters = useMemo(
    () => [
      ...deviceFilters(filterMakers<DeviceQuery>(t), { t, role, regions: [] })
        .filter((filter) => filter !== false)
        .filter(({ name }) => filtersOfPhones.includes(name)),
      ...groupFilter(t, role, modules),
    ],
    [t, role, modules],
  )
  const choiceIn = (asked: URLSearchParams): WallChoice => ({
    ids: phoneIds(asked.get('id') ?? ''),
    filter: queryOf<WallFilter>(asked, { filters, sortable: [], firstSort }),
  })
  const { ids, filter } = choiceIn(params)
  const size = wallSizes.find((each) => each === params.get('size')) ?? 'fit'

  const go = (filter: WallFilter, ids: readonly number[], size: WallSize): void => {
    const next = paramsOf(filter, firstSort)
    if (ids.length > 0) next.set('id', ids.join(','))
    if (size !== 'fit') next.set('size', size)
    setParams(next, { replace: true })
  }
  return {
    filters,
    filter,
    ids,
    size,
    /** Tells which phones are chosen: at once, and whenever the address changes. */
    watch: useAddressWatch(choiceIn),
    /** The wall as its address writes it. */
    search: params.toString(),
    /** Goes to a wall as an address writes it. */
    apply: (search: string) => setParams(new URLSearchParams(search), { replace: true }),
    /** Whoever filters means the phones that match, and no longer those that were named. */
    narrow: (change: Partial<WallFilter>) => go({ ...filter, ...change }, [], size),
    resize: (size: WallSize) => go(filter, ids, size),
    /**
     * Whether its phones are to be operated together as soon as they are there, until that has begun. The screen before asks for it;
     * no link can, as it takes the phones.
     */
    isTogether: (state as { together?: boolean } | null)?.together === true, // Only the console itself writes what is brought along.
    begun: () => go(filter, ids, size),
    /** Whoever puts phones in order means these phones. */
    arrange: (ids: readonly number[]) => go({}, ids, size),
  }
}

export type WallAddress = ReturnType<typeof useWallAddress>
