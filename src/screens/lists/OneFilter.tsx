import { FilterSelect } from '../../ui/data-table/FilterSelect.tsx'
import { FilterTime } from '../../ui/data-table/FilterTime.tsx'
import { dayText } from '../../ui/moment.ts'
import type { Filter } from './filters.ts'
import { PickFilter } from './PickFilter.tsx'
import { TextFilter } from './TextFilter.tsx'

interface OneFilterProps<Query> {
  filter: Filter<Query>
  /** Whether `/` leads here. */
  isKeyword: boolean
  query: Query
  onChange: (change: Record<string, unknown>) => void
}

/** A filter, as its kind wants it. */
export function OneFilter<Query>({ filter, isKeyword, query, onChange }: OneFilterProps<Query>) {
  const { name, label } = filter
  const value: unknown = query[name]
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter
          label={label}
          placeholder={filter.hint}
          longest={filter.longest}
          isKeyword={isKeyword}
          value={typeof value === 'string' ? value : ''}
          onFilter={(text) => onChange({ [name]: text || undefined })}
        />
      )
    case 'enum':
      return (
        <FilterSelect
          label={label}
          usual={filter.usual}
          multiple={filter.multiple}
          options={filter.options}
          chosen={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []}
          onChoose={(chosen) => {
            const several = chosen.length > 0 ? chosen.toSorted() : undefined
            onChange({ [name]: filter.multiple === true ? several : chosen[0] })
          }}
        />
      )
    case 'flag':
      return (
        <FilterSelect
          label={label}
          options={[
            { value: 'true', text: filter.yes },
            { value: 'false', text: filter.no },
          ]}
          chosen={typeof value === 'boolean' ? [String(value)] : []}
          onChoose={([chosen]) => onChange({ [name]: chosen === undefined ? undefined : chosen === 'true' })}
        />
      )
    case 'pick':
      return (
        <PickFilter
          label={label}
          find={filter.find}
          value={typeof value === 'number' ? value : undefined}
          onChoose={(id) => onChange({ [name]: id })}
        />
      )
    case 'days': {
      const ends = [value, query[filter.until]].map((day) => (typeof day === 'string' ? startOf(day) : undefined))
      return (
        <FilterTime
          label={label}
          usual={filter.usual}
          from={ends[0]}
          until={ends[1]}
          onChoose={(from, until) => onChange({ [name]: dayOf(from), [filter.until]: dayOf(until) })}
        />
      )
    }
    default: {
      const until: unknown = query[filter.until]
      return (
        <FilterTime
          label={label}
          from={typeof value === 'number' ? value : undefined}
          until={typeof until === 'number' ? until : undefined}
          onChoose={(from, until) => onChange({ [name]: from, [filter.until]: until })}
        />
      )
    }
  }
}

const dayOf = (at: number | undefined) => (at === undefined ? undefined : dayText(at))

/** When a day begins for the viewer, whose calendar shows it. */
const startOf = (day: string): number => new Date(`${day}T00:00:00`).getTime()
