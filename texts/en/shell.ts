import type { shell as chinese } from '../zh-CN/shell.ts'
import type { Shape } from '../shape.ts'

/** The frame around every screen, and what it tells of itself. */
export const shell = {
  skip: 'Skip to the main content',
  navigation: 'Main navigation',
  breadcrumb: 'Where you are',
  breadcrumbRoot: 'Dashboard',
  openSidebar: 'Open the menu',
  closeSidebar: 'Collapse the menu',
  collapse: 'Collapse',
  counts: {
    total: 'phones',
    quota: 'at once',
    using: 'in use',
    refresh: 'Phones, and those in use; click to refresh',
    refreshOwn: 'Phones you may use at once, and those you use; click to refresh',
  },
  notice: {
    label: 'Maintenance notice',
    confirm: 'Got it',
    edit: 'Edit the notice',
    editTitle: 'Maintenance notice',
    content: 'Notice',
    hint: 'Everybody sees it in the bar at the top; leave it empty to take it down',
    save: 'Publish',
    remove: 'Take down',
    saved: 'Notice published',
    removed: 'Notice taken down',
    notLoaded: 'The current notice was not loaded: {{message}}',
  },
  subscription: {
    left: '<b>{{days}}</b> d <b>{{hours}}</b> h left',
    expired: 'Expired',
    hint: 'Time left of your service',
  },
  language: { label: 'Language', 'zh-CN': '简体中文', en: 'English', other: '中文' },
  theme: { dark: 'Switch to dark', light: 'Switch to light', system: 'Follow the system theme' },
  user: {
    menu: 'User menu',
    copyId: 'Copy user ID',
    copied: 'Copied to the clipboard',
    copyFailed: 'The browser does not allow copying: {{text}}',
    home: 'Home',
    changePassword: 'Change password',
    logOut: 'Log Out',
    feedback: 'Report a problem',
  },
  notifications: { label: 'Notifications', dismiss: 'Dismiss' },
  failure: {
    title: 'This page did not load',
    hint: 'The network may be down, or the console was just upgraded.',
    reload: 'Reload',
  },
} as const satisfies Shape<typeof chinese>
