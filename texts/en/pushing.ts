import type { pushing as chinese } from '../zh-CN/pushing.ts'
import type { Shape } from '../shape.ts'

/** Notifications of the browser, and the switch for them; it comes when the bell is opened. */
export const pushing = {
  one: 'New site message',
  many: '{{n}} new messages',
  title: 'Browser notifications',
  hint: 'Tells you while the console is closed',
  looking: 'Checking…',
  unsupported:
    'This browser has no notifications. Open the console by HTTPS; on an iPhone add it to the home screen first.',
  denied:
    'The browser blocks notifications. Click the icon left of the address, set Notifications to Allow, then press Retry.',
  on: 'On, until you sign out',
  turningOn: 'Turning on…',
  turningOff: 'Turning off…',
  failed: {
    look: 'Not checked: {{message}}',
    turnOn: 'Not turned on: {{message}}',
    turnOff: 'Not turned off: {{message}}',
  },
  noService: 'The browser can’t reach its push service',
  reason: {
    unknownService: 'An unknown push service. One of your own has to be named in PUSH_SERVICES of the server.',
    badKey: 'The key of the browser is not valid',
    taken: 'This browser has subscribed with other keys; try again',
    tooMany: '{{n}} browsers at most can have notifications; turn them off or sign out in another one first',
    noSuchBrowser: 'This browser has not subscribed',
  },
} satisfies Shape<typeof chinese>
