import { memo, useSyncExternalStore, type ReactNode } from 'react'
import { cardsBelow } from '../../ui/data-table/late-cards.ts'
import { Late } from '../../ui/Late.tsx'
import { late } from '../../ui/late.ts'
import type { Filter, ListQuery } from './filters.ts'
import type { FilterSheetProps } from './FilterSheet.tsx'
import { OneFilter } from './OneFilter.tsx'

type FilterBarProps<Query> = Omit<FilterSheetProps<Query>, 'draw'>

/** As narrow as a phone in the hand, where lists are cards: there is no room for all filters. */
const hand = matchMedia(`(width < ${cardsBelow}px)`)
const hearHand = (listener: () => void) => {
  hand.addEventListener('change', listener)
  return () => hand.removeEventListener('change', listener)
}

const filterSheet = late(() => import('./FilterSheet.tsx'))

/** A list's filters, each as its kind wants it. They are not drawn again because rows arrive. */
export const FilterBar = memo(Filters) as typeof Filters // For any query.

function Filters<Query extends ListQuery>({ filters, query, onChange }: FilterBarProps<Query>): ReactNode {
  const isInHand = useSyncExternalStore(hearHand, () => hand.matches)
  const keyword = filters.find(({ kind }) => kind === 'text')
  const draw = (filter: Filter<Query>) => (
    <OneFilter
      key={filter.name}
      filter={filter}
      isKeyword={filter === keyword}
      query={query}
      // The kinds of filters say what their parameters take (filters.ts).
      onChange={(change) => onChange(change as Partial<Query>)}
    />
  )
  if (!isInHand) return filters.map(draw)
  return (
    <>
      {keyword && draw(keyword)}
      <Late of={filterSheet}>
        {({ FilterSheet }) => (
          <FilterSheet
            filters={filters.filter((filter) => filter !== keyword)}
            query={query}
            draw={draw}
            onChange={onChange}
          />
        )}
      </Late>
    </>
  )
}
