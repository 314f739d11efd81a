import type { dashboard as chinese } from '../zh-CN/dashboard.ts'
import type { Shape } from '../shape.ts'

/** The first screen after sign-in. */
export const dashboard = {
  greeting: 'Welcome back, {{name}}',
  phones: 'Phones',
  counts: { total: 'All', in_use: 'In use', idle: 'Idle', offline: 'Offline' },
  openList: 'Open the phones',
  noPhones: 'No phones yet',
  noPhonesHint: 'They appear here as soon as a box is online and reports them.',
  boxes: 'Boxes',
  boxFields: { name: 'Name', region: 'Region', phones: 'Phones', state: 'State', lastSeen: 'Last seen' },
  boxPhones: '{{online}} / {{total}} online',
  online: 'Online',
  offline: 'Offline',
  never: 'Never',
  moreBoxes: '{{n, number}} more boxes',
  noBoxes: 'No boxes yet',
  noBoxesHint: 'A box registers itself when its agent starts.',
  account: 'Account',
  userName: 'User name',
  userId: 'User ID',
  role: 'Role',
  modules: 'Modules',
  noModules: 'None',
  service: 'Service',
  failed: 'Loading failed: {{message}}',
  retry: 'Retry',
  markets: {
    amazon: 'Amazon',
    tiktok: 'TikTok',
    temu: 'Temu',
    walmart: 'Walmart',
    walmartcad: 'Walmart CA',
    rednote: 'Rednote',
    depop: 'Depop',
  },
} as const satisfies Shape<typeof chinese>
