import type { messages as chinese } from '../zh-CN/messages.ts'
import type { Shape } from '../shape.ts'

/** Site messages: the bell, the notification, the dialog, and sending one (SPEC §2, §4). */
export const messages = {
  title: 'Site messages',
  bell: 'Site messages',
  bellUnread: 'Site messages, {{n, number}} unread',
  unread: 'Unread',
  read: 'Got it',
  more: '{{n, number}} more unread',
  view: 'Read',
  dismiss: 'Later',
  none: 'No site messages yet',
  noneHint: 'Whatever the platform and those above you send appears here.',
  listFailed: 'Not loaded: {{message}}',
  messageFailed: 'This message was not loaded: {{message}}',
  retry: 'Retry',
  loading: 'Loading',
  perPage: 'Per page',
  previous: 'Previous page',
  next: 'Next page',
  range: '{{from, number}}–{{to, number}} / {{total, number}}',
  send: 'Send',
  compose: {
    title: 'Send a site message',
    text: 'Message',
    textHint: 'Whoever is signed in sees it at once',
    to: 'To',
    submit: 'Send',
    sent: 'Sent to {{n, number}}',
    nobody: 'Nobody has these roles yet; nothing was sent',
  },
  reason: {
    noSuchMessage: 'There is no such message',
  },
  alert: {
    fault: 'Faulty phones ({{n, number}}): {{names}}',
    offline: 'Phones away for more than 24 hours ({{n, number}}): {{names}}',
    job: 'Jobs in which something failed ({{n, number}}): {{names}}',
    own_service: 'Your service ends within {{days}} days. Ask {{by}} to renew it.',
    service: 'People whose service ends within {{days}} days ({{n, number}}): {{names}}',
  },
  chartsDeviate:
    'A phone, a shop or a job has changed its state as none should. The server’s log names each; npm run conform looks at all of them.',
  passwordIsWanted: '{{by}} has added {{name}} below you. Give them a password; they can’t sign in before.',
  passwordWasReset:
    '{{by}} has reset your password. Unless you asked for it, change it and speak to whoever is above you.',
} as const satisfies Shape<typeof chinese>
