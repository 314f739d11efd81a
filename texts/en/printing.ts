import type { printing as chinese } from '../zh-CN/printing.ts'
import type { Shape } from '../shape.ts'

/** Reports as they are printed; they come with the page that is printed. */
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
  ip: {
    title: 'Egress IP report',
    whose: 'Phones of {{name}} and of everyone below',
    narrowed: 'Narrowed to',
    all: 'All phones',
    nothing: 'No phone has reported an address.',
    figure: { phones: 'Phones', addresses: 'Addresses', shared: 'Sharing one', inMarket: 'In one market' },
  },
} as const satisfies Shape<typeof chinese>
