import type { apps as chinese } from '../zh-CN/apps.ts'
import type { Shape } from '../shape.ts'

/** The apps on the phone in operation, and files that are brought onto it. */
export const apps = {
  /** Of apps that phones have without a shop's. */
  names: {
    notes: 'Notes',
    browser: 'Browser',
    gallery: 'Gallery',
    motion: 'Animation',
    settings: 'Settings',
    chrome: 'Chrome',
  },
  tab: 'Apps',
  search: 'Name or package…',
  refresh: 'Refresh',
  install: 'Install from a file…',
  list: 'Apps on the phone',
  launch: 'Open {{name}}',
  stop: 'Stop {{name}}',
  uninstall: 'Uninstall {{name}}',
  builtIn: 'Apps that came with the phone stay',
  busy: 'Something is under way',
  loading: 'Reading the apps…',
  nothing: 'No app matches',
  failed: 'The apps could not be read: {{reason}}',
  notDone: 'That failed: {{reason}}',
  uninstallTitle: 'Uninstall {{name}}?',
  uninstallLoses: 'The app and its data on this phone are deleted.',
  uninstallConfirm: 'Uninstall',
  file: {
    release: 'Let go to put it on the phone',
    ask: 'What to do with {{name}}?',
    install: 'Install',
    push: 'Push only',
    cancel: 'Cancel',
    close: 'Close',
    sending: 'Uploading {{name}} · {{percent}}%',
    installing: 'Installing {{name}}…',
    pushing: 'Pushing {{name}}…',
    installed: '{{name}} is installed',
    pushed: '{{name}} is in the phone’s downloads',
    failed: '{{name}}: {{reason}}',
    waiting: '{{n}} more to go',
    leave: {
      title: 'Files are still on their way',
      loses: 'What has not been uploaded yet does not come onto the phone.',
      confirm: 'Leave and give them up',
    },
    tooLarge: 'The file is empty, or larger than 4 GB',
  },
} satisfies Shape<typeof chinese>
