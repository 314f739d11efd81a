import type { printing as chinese } from '../zh-CN/printing.ts'
import type { Shape } from '../shape.ts'

/** The system report as it is printed; it comes with the page that is printed. */
export const printing = {
  preview: 'Print preview',
  print: 'Print',
  loading: 'The report is being prepared',
  failed: 'The report was not loaded: {{message}}',
  again: 'Try again',
  title: 'Phone use report',
  everybody: 'All users',
  range: '{{from}} to {{to}} ({{zone}})',
  facts: { range: 'Period', market: 'Market', by: 'Summed up', made: 'Made at', rolled: 'Figures as of' },
  everyMarket: 'All markets',
  figures: 'Key figures',
  charts: 'Day by day',
  table: 'Details',
  total: 'Total',
  nothing: 'Nothing was recorded in this time.',
  cut: 'These are the first {{shown, number}} of {{total, number}} rows; export the CSV for all of them.',
} as const satisfies Shape<typeof chinese>
