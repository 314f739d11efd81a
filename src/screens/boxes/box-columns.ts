import type { TFunction } from 'i18next'
import { regionOptions } from '../devices/region-text.ts'
import type { Box, BoxChoices, BoxQuery } from '../../api/boxes.ts'
import { findUsers } from '../../api/people.ts'
import type { Column, Meter } from '../../ui/data-table/columns.ts'
import { columnMakers } from '../lists/column-makers.ts'
import type { List, ListDefinition, ListTexts } from '../lists/list-definition.ts'

/** What both lists of boxes use. */
export interface OfBoxes<Texts extends ListTexts> extends List<Box, BoxQuery, Texts> {
  uses: { choices: BoxChoices }
}

/** The list of all of them. */
export type Boxes = OfBoxes<'boxes'>

/** What only who changes boxes may do. */
export const toChange = { operation: 'boxEdit', refused: 'boxes.reason.mayNotChange' } as const

const isOnline = ['boxes.online', 'boxes.offline'] as const

/** From where on a share wants a look, and from where it is too much; per cent and °C alike. */
const limits = { cpu: [80, 95], memory: [85, 95], disk: [80, 92], temperature: [70, 85] } as const

export const measures = ['cpu', 'memory', 'disk', 'temperature'] as const

/** What a box said last of its health; nothing once it is gone. */
export function meter(box: Box, field: keyof typeof limits): Meter | null {
  const value = box.online ? box[field] : null
  if (value === null) return null
  const [warn, danger] = limits[field]
  const tone = value >= danger ? 'danger' : value >= warn ? 'warn' : 'ok'
  return { percent: value, tone, text: field === 'temperature' ? `${Math.round(value)}°` : `${Math.round(value)}%` }
}

/** The columns that both lists of boxes begin with. */
export function identityColumns(t: TFunction): Column<Box>[] {
  const { link, text, flag, since } = columnMakers<Box, 'boxes'>(t, 'boxes')
  return [
    link('name', 112, { sortable: true }),
    text('code', 60, { mono: true, sortable: true }),
    flag('online', 84, { header: 'boxes.field.state', words: isOnline, sortable: true }),
    since('last_seen_at', 82, { sortable: true }),
  ]
}

/** What a list of boxes can be narrowed to; an agent's own have one owner alone. */
export const boxFilters: NonNullable<ListDefinition<OfBoxes<'boxes'>>['filters']> = (
  { text, flag, oneOf, pick },
  { t, role, choices },
) => [
  text('keyword', 'table.filter', 'boxes.hint'),
  flag('online', 'boxes.field.state', isOnline),
  oneOf('region', 'boxes.field.region', regionOptions(t, choices.regions)),
  role !== 'agent' && pick('owner_id', 'boxes.field.owner', findUsers),
]
