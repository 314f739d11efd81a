import { useTranslation } from 'react-i18next'
import type { DeviceQuery } from '../../machines/device-list.ts'
import type { DeviceOptions } from '../../machines/device-options.ts'
import { FilterInput } from '../../ui/data-table/FilterInput.tsx'
import { FilterSelect } from '../../ui/data-table/FilterSelect.tsx'
import { deviceStatuses } from './device-status.ts'

interface DeviceFiltersProps extends DeviceOptions {
  query: DeviceQuery
  onChange: (change: Partial<DeviceQuery>) => void
}

/** What the list of phones is narrowed to. Boxes are offered to those who may see them. */
export function DeviceFilters({ query, regions, boxes, onChange }: DeviceFiltersProps) {
  const { t } = useTranslation()
  return (
    <>
      <FilterInput
        placeholder={t('devices.filterHint')}
        value={query.keyword}
        onFilter={(keyword) => onChange({ keyword })}
      />
      <FilterSelect
        label={t('devices.field.status')}
        multiple
        options={deviceStatuses.map((status) => ({ value: status, text: t(`devices.status.${status}`) }))}
        chosen={query.status}
        onChoose={(chosen) => onChange({ status: deviceStatuses.filter((status) => chosen.includes(status)) })}
      />
      {boxes.length > 0 && (
        <FilterSelect
          label={t('devices.field.box')}
          options={boxes.map(({ id, name }) => ({ value: String(id), text: name }))}
          chosen={query.box === null ? [] : [String(query.box)]}
          onChoose={([box]) => onChange({ box: box === undefined ? null : Number(box) })}
        />
      )}
      <FilterSelect
        label={t('devices.field.region')}
        options={regions.map(({ code, country, name }) => ({ value: code, text: `${country} ${name}` }))}
        chosen={query.region === '' ? [] : [query.region]}
        onChoose={([region]) => onChange({ region: region ?? '' })}
      />
    </>
  )
}
