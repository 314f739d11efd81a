import type { Tables } from './tables.ts'

/** What is kept for as many days as the setting says: `log` is KEEP_LOG_DAYS. */
export type Kept =
  | 'log'
  | 'uses'
  | 'addresses'
  | 'reports'
  | 'workflows'
  | 'jobs'
  | 'messages'
  | 'sessions'
  | 'events'
  | 'transitions'

/** What keeps a table from growing for ever. */
type Growth =
  /** It has as many rows as there is of something. */
  | { boundedBy: string }
  /** Its rows go after a time of the program's own, or of the queue's. */
  | { goes: string }
  /** Its rows go after the days of a setting. */
  | { kept: Kept }

/** Every table of the database, so that a new one needs an answer. The views among `Tables` have no rows of their own. */
export const growth: Record<Exclude<keyof Tables, 'environments'>, Growth> = {
  users: { boundedBy: 'people who ever had an account; the log and reports name them' },
  sessions: { kept: 'sessions' },
  spent_tickets: { goes: 'a minute after the ticket has expired' },
  captchas: { goes: 'a few minutes after it was drawn' },
  boxes: { boundedBy: 'boxes that there ever were; what has happened with them stays readable' },
  box_tunnels: { boundedBy: 'boxes' },
  files: {
    boundedBy: 'the quota of each user; what is not finished goes after 48 hours, what was removed in a minute',
  },
  devices: { boundedBy: 'phones that there ever were' },
  control_leases: { boundedBy: 'phones in use' },
  regions: { boundedBy: 'what comes with the program' },
  samples: { boundedBy: 'what the demo fleet has; they go with it' },
  settings: { boundedBy: 'what the program has to remember once' },
  notices: { boundedBy: 'one notice' },
  site_messages: { kept: 'messages' },
  site_message_recipients: { kept: 'messages' },
  push_subscriptions: { boundedBy: 'ten a user; each goes with its session' },
  alerts: { goes: 'eight days after it was told' },
  push_waiting: { goes: 'when it has been sent, or was tried in vain for some minutes' },
  operation_log: { kept: 'log' },
  operation_log_waiting: { goes: 'a moment after it was written, when its entry is chained' },
  operation_chain: { kept: 'log' },
  log_archives: { boundedBy: 'a row a month' },
  log_checks: { goes: 'with the fiftieth check after it' },
  device_uses: { kept: 'uses' },
  device_addresses: { kept: 'addresses' },
  box_tallies: { boundedBy: 'boxes; added up every half minute' },
  device_tallies: { boundedBy: 'owners, states and regions; added up every half minute' },
  environment_tallies: { boundedBy: 'teams, markets and groups; added up every half minute' },
  report_days: { kept: 'reports' },
  report_hours: { goes: 'after eight days' },
  report_subtotals: { goes: 'an hour after its day has ended' },
  report_rolls: { kept: 'reports' },
  environment_rows: { boundedBy: 'environments, and those that were deleted in the last 30 days' },
  undos: { goes: 'after ten minutes' },
  shared_views: { boundedBy: 'fifty a user' },
  environment_groups: { boundedBy: 'groups that people keep' },
  scripts: { boundedBy: 'scripts that people keep' },
  tasks: { boundedBy: 'tasks that people keep' },
  jobs: { kept: 'jobs' },
  job_items: { kept: 'jobs' },
  job_viewers: { kept: 'jobs' },
  environment_records: { boundedBy: 'five an environment' },
  unwanted_objects: { goes: 'an hour after nobody wants its object' },
  workflows: { kept: 'workflows' },
  events: { kept: 'events' },
  transitions: { kept: 'transitions' },
  allowed_transitions: { boundedBy: 'what the charts allow' },
}

/** Of the tables that are not ours: those that apply migrations, and the queue's (pg-boss), which clears up after itself. */
export const foreignGrowth: Record<string, Growth> = {
  kysely_migration: { boundedBy: 'migrations' },
  kysely_migration_lock: { boundedBy: 'one row' },
  'jobs.version': { boundedBy: 'one row' },
  'jobs.queue': { boundedBy: 'kinds of jobs' },
  'jobs.schedule': { boundedBy: 'nothing: we have a timetable of our own' },
  'jobs.subscription': { boundedBy: 'nothing: no job waits for an event' },
  'jobs.bam': { boundedBy: 'changes of the queue’s own tables' },
  'jobs.job_common': { goes: 'seven days after its job has ended' },
  'jobs.job_dependency': { boundedBy: 'nothing: no job waits for another' },
  'jobs.warning': { boundedBy: 'nothing: warnings go to the server’s log' },
  /** A table a day. */
  'jobs.queue_stats': { goes: 'after seven days' },
}
