import type { reports as chinese } from '../zh-CN/reports.ts'
import type { Shape } from '../shape.ts'

/** The system report and the IP report. */
export const reports = {
  system: {
    title: 'System report',
    range: 'Days',
    group: 'Rows',
    groups: { day: 'By day', user: 'By user', agent: 'By agent', market: 'By market' },
    user: 'User',
    agent: 'Agent',
    market: 'Market',
    key: { day: 'Day', user: 'User', agent: 'Agent', market: 'Market' },
    noAgent: 'Platform',
    noMarket: 'No market',
    others: 'Others',
    measure: {
      use_ms: 'Use',
      peak: 'Peak',
      operations: 'Operations',
      failures: 'Failures',
      tasks: 'Tasks',
      environments: 'New environments',
    },
    hours: '{{hours}} h',
    print: 'Print report',
    rolledAt: 'as of {{at}} ({{zone}})',
    picture: '{{measure}}, {{from}} to {{to}}',
    failed: 'The chart was not loaded: {{message}}',
    empty: {
      title: 'Nothing in this time',
      hint: 'It adds up here once somebody has used a phone.',
    },
    action: {
      days: 'By day',
      users: 'This day by user',
    },
  },
  ip: {
    title: 'IP report',
    field: {
      address: 'Egress address',
      country: 'Country',
      isp: 'Provider',
      name: 'Phone',
      environment: 'Environment',
      box: 'Box',
      owner: 'Owner',
      region: 'Region',
      since: 'Since',
      use: 'Shared',
    },
    shared: 'Shared',
    sharedYes: 'Shared only',
    sharedNo: 'All addresses',
    alone: 'alone',
    sharedWith: 'with {{n}} more',
    sharedWithMany: 'with over {{n}} more',
    sharedInMarket: 'within one market',
    unit_one: 'phone',
    unit_other: 'phones',
    empty: {
      title: 'No addresses yet',
      hint: 'They appear here as soon as phones are online and report them.',
    },
    action: {
      open: 'Show the phone',
      copy: 'Copy the address',
      same: 'Phones of this address',
    },
    hint: 'IP, phone or serial',
  },
  reason: {
    noSuchDay: 'There is no such day',
    spanReversed: 'It ends before it begins',
    spanTooLong: 'At most 366 days',
  },
} as const satisfies Shape<typeof chinese>
