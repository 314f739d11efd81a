import type { exports as chinese } from '../zh-CN/exports.ts'
import type { Shape } from '../shape.ts'

/** What the columns of exported files are called, where that is not what the screen calls them. */
export const exports = {
  utc: ' (UTC)',
  devices: {
    name: 'Name',
    serial: 'Serial number',
    status: 'Status',
    box: 'Box',
    slot: 'Slot',
    owner: 'Owner',
    environment: 'Environment',
    holder: 'In use by',
    region: 'Region',
    model: 'Model',
    android_version: 'Android version',
    resolution: 'Resolution',
    battery: 'Battery',
    egress_ip: 'Egress IP',
    country: 'Country',
    isp: 'Provider',
    last_seen_at: 'Last seen',
    note: 'Note',
  },
  people: {
    expires_at: 'Expires',
    thread_number: 'Phones at once',
    device_count: 'Phones',
  },
  report: {
    peak: 'Peak of phones in use',
    use: 'Use (hours)',
  },
  addresses: {
    shared_with: 'Shared with phones',
    shared_in_market: 'Shared within the market',
  },
} as const satisfies Shape<typeof chinese>
