import type { table as chinese } from '../zh-CN/table.ts'
import type { Shape } from '../shape.ts'

/** What every table says, whatever its rows are. */
export const table = {
  filter: 'Filter',
  all: 'All',
  clear: 'Clear',
  columns: 'Columns',
  columnsReset: 'Default columns',
  refresh: 'Refresh',
  selectAll: 'Select all loaded rows',
  resize: 'Resize “{{column}}”',
  retry: 'Retry',
  failed: 'Loading failed: {{message}}',
  moreFailed: 'The rest could not be loaded: {{message}}',
  loaded: '{{n, number}} loaded',
  live: 'Live',
  notLive: 'Not connected; what you see may be out of date',
  selection: {
    loaded: 'Select the {{n, number}} loaded',
    hidden: '{{n, number}} of them not in this list',
    cancel: 'Clear selection',
  },
  keys: { move: 'move', select: 'select', open: 'open', filter: 'filter' },
  ago: {
    seconds: '{{n}} s ago',
    minutes: '{{n}} min ago',
    hours: '{{n}} h ago',
    days: '{{n}} d ago',
  },
  property: 'Property',
  value: 'Value',
} as const satisfies Shape<typeof chinese>
