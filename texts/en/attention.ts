import type { attention as chinese } from '../zh-CN/attention.ts'
import type { Shape } from '../shape.ts'

/** What is said on the dashboard of what somebody has to look at. */
export const attention = {
  faulty: 'Faulty phones: {{n, number}}',
  offline: 'Phones away for long: {{n, number}}',
  shops: 'Shops that can’t be worked in: {{n, number}}',
  look: 'View',
  recover: 'Recover {{n, number}}',
  recovering: 'Recovering {{n, number}} phones has begun',
  shared: '{{market}} shops that share the address {{address}}: {{n, number}}',
  change: 'Change the IP of {{n, number}}',
  changeTitle: 'Change IP',
  changes: 'The phones of {{shops}} get another address; {{kept}} keeps the present one.',
  changing: 'Changing the IP of {{n, number}} phones has begun',
  proxied: 'Each of these shops goes through a proxy of its own: give them different ones.',
  more: '+{{n, number}}',
  failed: '{{what}} · failed: {{n, number}}',
  retry: 'Retry {{what}}',
  retrying: 'Retrying {{what}} has begun',
  ownService: 'Your service ends soon',
  askFor: 'Ask {{name}} to renew it',
  renew: 'Renew',
  hidden: '{{n, number}} more',
  left: '{{market}} import, lines left to finish: {{n, number}}',
  imported: '{{n, number}} imported',
  resume: 'Go on',
  giveUp: 'Give up',
  givesUp: 'Lines of {{file}} that were not imported and will be lost: {{n, number}}.',
} satisfies Shape<typeof chinese>
