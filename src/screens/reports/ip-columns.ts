import type { TFunction } from 'i18next'
import type { Region } from '../../api/devices.ts'
import { findBoxes } from '../../api/boxes.ts'
import type { IpReportQuery, IpReportRow } from '../../api/reports.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { countryName, whyNoPlace } from '../devices/address-text.ts'
import type { Filter } from '../lists/filters.ts'
import { regionOf } from '../devices/region-text.ts'

/** Phones of the same address are counted up to so many (the contract's IpReportRow). */
const maxCounted = 100

/** Whether the address is the phone's alone; two environments of one market on one address are a danger to both. */
function sharing(t: TFunction, { shared_with, shared_in_market }: IpReportRow): { tone: Tone; text: string } {
  if (shared_in_market) return { tone: 'danger', text: t('reports.ip.sharedInMarket') }
  if (shared_with === 0) return { tone: 'ok', text: t('reports.ip.alone') }
  const words = shared_with >= maxCounted ? 'reports.ip.sharedWithMany' : 'reports.ip.sharedWith'
  return { tone: 'warn', text: t(words, { n: shared_with }) }
}

export const ipColumns = (t: TFunction, language: string, regions: readonly Region[]): Column<IpReportRow>[] => [
  {
    key: 'address',
    header: t('reports.ip.field.address'),
    kind: 'text',
    width: 124,
    mono: true,
    sortable: true,
    render: ({ address }) => address,
  },
  {
    key: 'country',
    header: t('reports.ip.field.country'),
    kind: 'text',
    width: 110,
    render: ({ country }) => country && countryName(language, country),
    whyNothing: ({ address }) => whyNoPlace(t, address),
  },
  {
    key: 'isp',
    header: t('reports.ip.field.isp'),
    kind: 'text',
    width: 170,
    render: ({ isp }) => isp,
    whyNothing: ({ address }) => whyNoPlace(t, address),
  },
  {
    key: 'use',
    header: t('reports.ip.field.use'),
    kind: 'status',
    width: 134,
    render: (row) => sharing(t, row),
  },
  {
    key: 'name',
    header: t('reports.ip.field.name'),
    kind: 'link',
    width: 90,
    sortable: true,
    render: ({ name }) => ({ id: 'open', label: name }),
  },
  {
    key: 'environment',
    header: t('reports.ip.field.environment'),
    kind: 'text',
    width: 130,
    render: ({ environment }) => environment && `${t(`dashboard.markets.${environment.market}`)} · ${environment.name}`,
  },
  { key: 'box', header: t('reports.ip.field.box'), kind: 'text', width: 108, render: ({ box_name }) => box_name },
  {
    key: 'owner',
    header: t('reports.ip.field.owner'),
    kind: 'text',
    width: 94,
    render: ({ owner_name }) => owner_name,
  },
  {
    key: 'region',
    header: t('reports.ip.field.region'),
    kind: 'text',
    width: 110,
    render: ({ region }) => regionOf(t, regions, region),
  },
  {
    key: 'since',
    header: t('reports.ip.field.since'),
    kind: 'since',
    width: 94,
    align: 'right',
    sortable: true,
    render: ({ since }) => since,
  },
]

export const ipFilters = (t: TFunction): Filter<IpReportQuery>[] => [
  { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('reports.ip.keyword') },
  { kind: 'pick', name: 'box_id', label: t('reports.ip.field.box'), find: findBoxes },
  {
    kind: 'flag',
    name: 'shared',
    label: t('reports.ip.shared'),
    yes: t('reports.ip.sharedYes'),
    no: t('reports.ip.sharedNo'),
  },
]
