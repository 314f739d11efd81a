import type { ColumnType, Generated } from 'kysely'
import type { RefusedPhone, TunnelState } from '../../domain/box-protocol.ts'
import type { PhoneCause, SubjectKind } from '../../domain/charts.ts'
import type { DeviceStatus } from '../../domain/device-lifecycle.ts'
import type { OwnerPath } from '../../domain/fleet-topics.ts'
import type { Market } from '../../domain/markets.ts'
import type { ActionArguments, PhoneAction } from '../../domain/phone-actions.ts'
import type { Proxy } from '../../domain/environments.ts'
import type { Reason } from '../../domain/reason.ts'
import type { Role } from '../../domain/roles.ts'
import type { JobItemEvent } from '../../domain/job-item-lifecycle.ts'
import type { JobEvent } from '../../domain/job-lifecycle.ts'
import type { LeaseEvent } from '../../domain/lease-lifecycle.ts'
import type { OpeningEvent } from '../../domain/opening-lifecycle.ts'
import type { JobAction, JobItemState, JobState, ScriptParameter, TaskTargets } from '../../domain/jobs.ts'
import type { Language } from '../../texts/catalogue.ts'

/** `removed`: its bytes are still to go. */
export type FileStatus = 'uploading' | 'checking' | 'ready' | 'damaged' | 'removed'
/** Null where nothing needs to be said. */
type Why = ColumnType<Reason | null, Reason | null | undefined>
/** How names are read, which a trigger says (0048-pinyin); null where they have no Chinese in them. */
type Pinyin = ColumnType<string | null, never, never>
/**
 * Why this statement changes the state of the row: an event of its chart. A trigger takes it into `transitions` (0047-transitions), so that
 * it always reads null.
 */
type Cause<Event extends string> = ColumnType<Event | null, Event | null | undefined, Event | undefined>

export type OperationResult = 'ok' | 'partial' | 'failed'

/** Every table of the database. A column ending in `_at` is a Unix time in milliseconds, unless it says otherwise. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  captchas: CaptchasTable
  spent_tickets: SpentTicketsTable
  boxes: BoxesTable
  box_tunnels: BoxTunnelsTable
  files: FilesTable
  devices: DevicesTable
  control_leases: ControlLeasesTable
  regions: RegionsTable
  settings: SettingsTable
  samples: SamplesTable
  notices: NoticesTable
  site_messages: SiteMessagesTable
  site_message_recipients: SiteMessageRecipientsTable
  push_subscriptions: PushSubscriptionsTable
  push_waiting: PushWaitingTable
  alerts: AlertsTable
  shared_views: SharedViewsTable
  operation_log: OperationLogTable
  operation_log_waiting: OperationLogWaitingTable
  operation_chain: OperationChainTable
  log_archives: LogArchivesTable
  log_checks: LogChecksTable
  device_uses: DeviceUsesTable
  device_addresses: DeviceAddressesTable
  device_tallies: DeviceTalliesTable
  box_tallies: BoxTalliesTable
  environment_tallies: EnvironmentTalliesTable
  report_days: ReportDaysTable
  report_hours: ReportHoursTable
  report_subtotals: ReportSubtotalsTable
  report_rolls: ReportRollsTable
  environments: EnvironmentsTable
  environment_rows: EnvironmentRowsTable
  undos: UndosTable
  environment_groups: EnvironmentGroupsTable
  scripts: ScriptsTable
  tasks: TasksTable
  jobs: JobsTable
  job_items: JobItemsTable
  job_viewers: JobViewersTable
  environment_records: EnvironmentRecordsTable
  unwanted_objects: UnwantedObjectsTable
  workflows: WorkflowsTable
  events: EventsTable
  transitions: TransitionsTable
  allowed_transitions: AllowedTransitionsTable
}

export interface UsersTable {
  id: Generated<number>
  user_name: string
  /** Argon2id, in PHC format. */
  password_hash: string
  role: Role
  parent_id: number | null
  /** The ids from the root down to the user. */
  path: OwnerPath
  avatar: Generated<string>
  modules: Generated<Market[]>
  /** Service bought, in seconds from authorization_at. */
  expiration: Generated<number>
  /** When the service began, Unix time in seconds (SPEC §3). */
  authorization_at: Generated<number>
  enabled: Generated<boolean>
  /** Phones it may use at once. */
  thread_number: Generated<number>
  note: Generated<string>
  contact_name: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  /** What others register with; null until it is first asked for. */
  invite_code: string | null
  last_login_at: number | null
  last_login_ip: string | null
  created_at: Generated<number>
  /** When it was deleted; its row stays, for what speaks of it. */
  deleted_at: Generated<number | null>
  pinyin: Pinyin
}

interface SessionsTable {
  id: string
  user_id: number
  /** What the user was when it was opened. */
  role: Role
  /** SHA-256 of the token. */
  token_hash: Buffer
  created_at: Generated<number>
  last_seen_at: number
  expires_at: number
  /** When it was ended before its time. */
  ended_at: number | null
  ip: string
}

interface CaptchasTable {
  id: string
  /** SHA-256 of id and answer. */
  answer_hash: Buffer
  expires_at: number
}

interface SpentTicketsTable {
  nonce: string
  /** Unix time in milliseconds. */
  expires_at: number
}

export interface BoxesTable {
  id: Generated<number>
  code: string
  name: string
  region: string
  address: Generated<string>
  slots: number
  owner_id: number
  owner_path: OwnerPath
  /** Whether its phones are virtual and run beside the server. */
  embedded: Generated<boolean>
  /** Whom new phones belong to; the box's owner where null. */
  phone_owner_id: number | null
  /** SHA-256 of the enrolment token; null where the box has none yet. */
  enrolment_hash: Buffer | null
  online: Generated<boolean>
  /** Counts the connections of its agents to any server; what an older one says is not heeded. */
  connections: Generated<number>
  agent_version: string | null
  /** What its agent calls itself for as long as it remembers which commands it began; empty where it does not say. */
  agent_boot: Generated<string>
  cpu: number | null
  memory: number | null
  disk: number | null
  temperature: number | null
  /** Phones that were reported last and not let in: JSON. */
  refused: ColumnType<RefusedPhone[], string | undefined, string>
  note: Generated<string>
  last_seen_at: number | null
  created_at: Generated<number>
  /** When it was removed; its row stays for what has happened with it. */
  deleted_at: number | null
}

export interface BoxTunnelsTable {
  box_id: number
  /** Counts its changes: the agent says which one it follows. */
  revision: Generated<number>
  enabled: boolean
  server_address: string
  server_port: number
  /** Sealed; null where the frp server asks for none. */
  token: Buffer | null
  remote_port: number
  local_port: number
  state: TunnelState
  /** Why it failed; else null. */
  reason: Why
  since: number
}

export interface FilesTable {
  id: Generated<number>
  /** Its name in the storage, and in the address of its upload. */
  upload_id: string
  owner_id: number
  owner_path: OwnerPath
  name: string
  note: Generated<string>
  /** Bytes. */
  size: number
  received: Generated<number>
  status: FileStatus
  /** In hexadecimal digits; null until it is computed. */
  sha256: string | null
  created_at: Generated<number>
  completed_at: number | null
  /** When an unfinished upload is forgotten; null once it is finished. */
  expires_at: number | null
  /** Until when a server has taken it upon itself to compute the checksum. */
  checked_until: number | null
}

export interface DevicesTable {
  id: Generated<number>
  box_id: number
  slot: number
  serial: string
  name: string
  owner_id: number
  owner_path: OwnerPath
  region: string
  model: Generated<string>
  android_version: Generated<string>
  resolution: Generated<string>
  status: ColumnType<DeviceStatus, DeviceStatus | undefined>
  status_reason: Why
  /** What it was before it went away; null while it is there. */
  status_before: DeviceStatus | null
  /** When it is faulty, unless it is done with what it is at. */
  status_deadline: number | null
  /** What is open on it. */
  environment_id: number | null
  /** Whether it still has the data of an environment that was opened on another phone while this one was lost. */
  uncleaned: Generated<boolean>
  battery: number | null
  temperature: number | null
  cpu: number | null
  memory: number | null
  storage: number | null
  egress_ip: string | null
  /** `host:port` as Android has set it; empty where it has set none, null where its agent never said. */
  proxy: string | null
  in_use_by: number | null
  in_use_since: number | null
  /** Exact when the phone was lost; about a minute old at most while it is there. */
  last_seen_at: number | null
  note: Generated<string>
  created_at: Generated<number>
  /** What the phone is to be started with; what is left out is the phone's own. */
  start_settings: ColumnType<StartSettings, string | undefined, string>
  /** When it left with its box. */
  removed_at: number | null
  cause: Cause<PhoneCause>
  pinyin: Pinyin
}

/** How a phone is started. Null where the phone decides. */
export interface StartSettings {
  /** Width x height in pixels. */
  resolution?: string | null
  /** Dots per inch. */
  dpi?: number | null
  /** BCP 47: `en-US`. */
  language?: string | null
  /** IANA: `America/Los_Angeles`. */
  timezone?: string | null
  /** Frames a second, at most. */
  fps?: number | null
  /** Of the video, in bits a second. */
  bitrate?: number | null
}

export interface ControlLeasesTable {
  id: string
  device_id: number
  user_id: number
  session_id: string
  taken_at: Generated<number>
  expires_at: number
  cause: Cause<LeaseEvent['type']>
}

interface RegionsTable {
  code: string
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  timezone: string
  position: number
}

interface SettingsTable {
  key: string
  value: Buffer
}

/** What came with the demo fleet. */
interface SamplesTable {
  kind: string
  id: number
  /** Of what somebody changes who makes it its own (samples.ts). */
  digest: string
}

interface NoticesTable {
  id: Generated<number>
  content: string
  updated_at: Generated<number>
}

interface SiteMessagesTable {
  id: Generated<number>
  sender_id: number
  msg_text: string
  /** What the server itself has to say, without words; the text is empty then. */
  reason: Why
  created_at: Generated<number>
}

interface SiteMessageRecipientsTable {
  message_id: number
  user_id: number
  /** When the recipient has read it. */
  confirmed_at: number | null
}

/** A browser that is told of messages also while no console is open in it; it goes with its session. */
interface PushSubscriptionsTable {
  id: Generated<number>
  user_id: number
  session_id: string
  /** Where its push service takes what is for it: a secret. */
  endpoint: string
  /** Its keys (RFC 8291), base64url. */
  p256dh: string
  auth: string
  language: Language
  created_at: Generated<number>
  last_success_at: number | null
  /** How often in a row nothing could be sent to it. */
  failures: Generated<number>
  /** Nothing is sent before then. */
  next_at: Generated<number>
  /** Until then a server is at it. */
  busy_until: Generated<number>
  /** When a spell began in which so many notifications were sent. */
  window_from: Generated<number>
  window_count: Generated<number>
}

/** A message that is still to be pushed to a browser. */
interface PushWaitingTable {
  subscription_id: number
  message_id: number
}

/** What people are told of by themselves. */
export type AlertKind = 'fault' | 'offline' | 'job' | 'own_service' | 'service'

/** Of what somebody has been told. */
interface AlertsTable {
  user_id: number
  kind: AlertKind
  /** The phone, the job, or whose service it is. */
  subject_id: number
  /** When that came about, or will. */
  since: number
  told_at: number
}

/** A list's sort and filters under a name, which somebody shares with the team. */
interface SharedViewsTable {
  id: Generated<number>
  owner_id: number
  /** Which list it is of, as the console calls it: `devices`. */
  list: string
  name: string
  /** As the list's address writes it. */
  query: string
  updated_at: Generated<number>
}

export interface OperationLogTable {
  /** Counts up, with a gap where a transaction was rolled back. */
  id: Generated<number>
  at: number
  user_id: number | null
  user_name: string
  /** The user's place in the ownership tree when it was done; empty where the server did it. */
  user_path: OwnerPath
  action: string
  target: string
  /** What that was called, or each of those that it was; empty where it has no name. */
  target_name: Generated<string>
  /** Of a batch, all that it was done to; else empty. */
  target_ids: Generated<number[]>
  ip: string
  /** An EntryDetail as the JSON text that the hash covers; empty where there is none. */
  detail: string
  /** What became of it; some of a batch may have been refused. */
  result: Generated<OperationResult>
}

/** Entries that are not chained yet. */
interface OperationLogWaitingTable {
  log_id: number
  /** HMAC over the entry, of which the database does not have the key. */
  seal: Buffer
  written_at: Generated<number>
}

/** What was found of an entry when it was chained: as it was written, altered since, or nothing. */
type FoundEntry = 'whole' | 'altered' | 'missing'

/** The chain of the operation log, one link an entry; links are added and never changed. */
export interface OperationChainTable {
  /** Counts up without a gap. Of entries that are older than this table it is the entry's id. */
  position: number
  log_id: number
  found: Generated<FoundEntry>
  previous_hash: Buffer
  /** HMAC-SHA256 over the entry, its place and previous_hash. */
  hash: Buffer
}

/** Months of the operation log that have left it, each in a file of the storage; the last link of one is the one before the next. */
export interface LogArchivesTable {
  /** `YYYY-MM`, in UTC. */
  month: string
  /** Its name in the storage. */
  object: string
  entries: number
  first_position: number
  last_position: number
  /** The least and the greatest id of its entries. */
  first_log_id: number
  last_log_id: number
  /** Of the last link. */
  hash: Buffer
  /** Bytes. */
  size: number
  archived_at: number
}

/** Checks of the chain, each of which reads all of the log. */
export interface LogChecksTable {
  id: Generated<number>
  /** One is `running` at a time. */
  state: Generated<'running' | 'done' | 'failed'>
  begun_at: number
  /** When the server that is at it last said so. */
  seen_at: number
  ended_at: Generated<number | null>
  /** Entries read, of so many. */
  checked: Generated<number>
  total: number
  /** A Verdict as the JSON text that the seal covers; null until it is done. */
  verdict: Generated<string | null>
  seal: Generated<Buffer | null>
}

/** Who used a phone from when to when; written by triggers on devices (0008-reports), as the two tables below. */
export interface DeviceUsesTable {
  id: Generated<number>
  device_id: number
  user_id: number
  /** Of the user, when it took the phone. */
  user_path: OwnerPath
  market: Market | null
  started_at: number
  /** Null while it goes on. */
  ended_at: number | null
  /** When the phone was lost meanwhile. */
  lost_at: Generated<number[]>
}

/** From which address a phone reached the internet, from when to when. */
interface DeviceAddressesTable {
  id: Generated<number>
  device_id: number
  address: string
  since: number
  /** Null while it holds. */
  until: number | null
  /** Whether another phone has the same address; found out by a sweep. */
  shared: Generated<boolean>
}

/** The sum of the rows of an owner and a state is how many such phones there are. */
interface DeviceTalliesTable {
  owner_path: OwnerPath
  status: DeviceStatus
  region: string
  phones: number
  /** Of them, those with an egress address. */
  addresses: number
}

/** How many phones of a box came (or, below zero, went): what it has, is the sum of its rows. */
interface BoxTalliesTable {
  box_id: number
  phones: number
  /** Of them, those that are not offline. */
  online: number
}

/** How many environments came (or, below zero, went): what there is, is the sum of all rows. */
interface EnvironmentTalliesTable {
  manager_id: number
  market: Market
  owner_id: number
  region: string
  open: boolean
  /** The id of a group; 0 counts each environment once. */
  tag: number
  environments: number
}

/** A day's sums of everybody (subject 0), of an agent with all below it (0: below none), or of one user. */
interface ReportDaysTable {
  /** `YYYY-MM-DD`, in the reports' time zone. */
  day: string
  scope: 'all' | 'agent' | 'user'
  subject_id: number
  /** Of the subject; empty where there is none. */
  path: OwnerPath
  /** `all` sums up the others; `none` is what belongs to no market. */
  market: Market | 'all' | 'none'
  /** The most phones in use at once. */
  peak: number
  /** How long phones were in use, added up. */
  use_ms: number
  operations: number
  failures: number
  tasks: number
  environments: number
}

interface ReportHoursTable {
  /** Whose, with everybody below; empty for everybody. */
  path: OwnerPath
  /** When it began, Unix time in milliseconds. */
  hour: number
  peak: number
}

/** What of a day that goes on is settled, or is not, as `report_days` has the whole. */
interface ReportSubtotalsTable extends Pick<
  ReportDaysTable,
  'day' | 'scope' | 'subject_id' | 'market' | 'peak' | 'use_ms' | 'operations' | 'failures'
> {
  /** False for what is looked at again. */
  settled: boolean
}

interface ReportRollsTable {
  day: string
  rolled_at: number
  /** When the day began that its subtotals are of, Unix time in milliseconds. */
  begins: number | null
  /** Until when it is settled. */
  settled_until: number | null
}

export interface EnvironmentsTable {
  id: Generated<number>
  market: Market
  /** Whose team it belongs to: its owner, or who is above the owner. */
  manager_id: number
  owner_id: number
  owner_path: OwnerPath
  /** One environment's of a team and market. */
  name: string
  account: Generated<string>
  /** Ids of groups. */
  tags: Generated<number[]>
  region: Generated<string>
  proxy: ColumnType<Proxy | null, Proxy | null | undefined, Proxy | null>
  /** Sealed (auth/secrets.ts). */
  proxy_password: Buffer | null
  timezone: Generated<string>
  language: Generated<string>
  /** The phone that it is open on. */
  device_id: number | null
  /** Who opened it; null while it is closed. */
  opened_by: number | null
  /** Whether all of it is on the phone, so that what is there may be saved. */
  loaded: Generated<boolean>
  /** What is restored when it is opened next; the newest record, unless another was chosen. */
  record_id: number | null
  last_opened_at: number | null
  /** Bytes of its saved app data. */
  record_size: number | null
  record_saved_at: number | null
  note: Generated<string>
  created_at: Generated<number>
  updated_at: Generated<number>
  cause: Cause<OpeningEvent['type']>
}

/** Environments with those in the trash, which `environments` is without (0025-trash). */
export interface EnvironmentRowsTable extends EnvironmentsTable {
  /** When it was deleted. */
  trashed_at: number | null
  /** Who deleted it. */
  trashed_by: number | null
  pinyin: Pinyin
}

/** A row of a batch as it was and as it became, as far as that differs; of an environment that was deleted, its id alone. */
export interface UndoRow {
  id: number
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** What batches did: the first three are about environments. */
export type UndoKind = 'change' | 'trash' | 'arrival' | 'groups' | 'users' | 'deleted users' | 'devices' | 'tasks'

/** Batches that can be undone, by their entries in the operation log. */
export interface UndosTable {
  log_id: number
  user_id: number
  /** Of the user, when it was done. */
  user_path: OwnerPath
  at: number
  /** How it is undone. */
  kind: UndoKind
  /** Of environments and groups; null elsewhere. */
  market: Market | null
  /** Those that are not yet undone. */
  rows: ColumnType<UndoRow[], string, string>
  /** When the last of them was undone. */
  undone_at: number | null
}

export interface EnvironmentGroupsTable {
  id: Generated<number>
  market: Market
  /** Whose team it belongs to. */
  manager_id: number
  /** Who made it. */
  owner_id: number
  owner_path: OwnerPath
  name: string
  /** As `#rrggbb`. */
  colour: string
  /** Among those of its team and market, from 0. */
  position: number
  created_at: Generated<number>
}

export interface ScriptsTable {
  id: Generated<number>
  name: string
  description: string
  body: string
  parameters: ColumnType<ScriptParameter[], string, string>
  created_by: number
  created_at: Generated<number>
  updated_at: Generated<number>
}

export interface TasksTable {
  id: Generated<number>
  name: string
  note: string
  /** One of these two is set. */
  script_id: number | null
  action: PhoneAction | null
  arguments: ColumnType<ActionArguments, string, string>
  /** By the parameter's name. */
  parameter_values: ColumnType<Record<string, string>, string, string>
  targets: ColumnType<TaskTargets, string, string>
  /** One of these two is set. */
  once_at: number | null
  cron: string | null
  /** IANA. */
  timezone: string
  timeout_seconds: number
  /** Phones at once. */
  concurrency: number
  enabled: boolean
  /** Null while it is disabled, and after its only time. */
  next_run_at: number | null
  created_by: number
  created_at: Generated<number>
  updated_at: Generated<number>
}

export interface JobsTable {
  id: Generated<number>
  task_id: number | null
  script_id: number | null
  retry_of: number | null
  /** What it is a job of, as that was called then. */
  name: string
  action: JobAction
  /** What the action is about; empty for a script. */
  arguments: ColumnType<ActionArguments, string | undefined, string>
  /** As it is given to phones, parameters included. */
  script: string
  state: JobState
  /** Why it was skipped; else null. */
  reason: Why
  timeout_seconds: number
  concurrency: number
  created_by: number
  created_at: Generated<number>
  started_at: number | null
  ended_at: number | null
  /** Items. */
  total: number
  cause: Cause<JobEvent['type']>
}

/** Of a job, a phone; or an environment, which has a phone once it has begun. */
export interface JobItemsTable {
  id: Generated<number>
  job_id: number
  device_id: number | null
  device_name: string | null
  environment_id: number | null
  /** Null where the item is a phone. */
  environment_name: string | null
  state: JobItemState
  /** What the box's agent knows the command by; null before it was given. */
  command_id: string | null
  /** What the phone is at, where that is a part of its life. */
  workflow_id: number | null
  /** What it brought, for whoever started the job. */
  file_id: number | null
  started_at: number | null
  ended_at: number | null
  exit_code: number | null
  /** Why it failed, where the phone did not say; else null. */
  reason: Why
  output: Generated<string>
  /** Of the output, in UTF-16 units, as the agent counts. */
  output_length: Generated<number>
  /** Of a whole output, its digest; null where there is none, and until the item has ended. */
  output_key: Generated<string | null>
  truncated: Generated<boolean>
  cause: Cause<JobItemEvent['type']>
}

/** Who may see a job: its starter and everybody above. */
interface JobViewersTable {
  user_id: number
  job_id: number
}

/** The saved app data of an environment. */
export interface EnvironmentRecordsTable {
  id: Generated<number>
  environment_id: number
  /** Its name in the storage. */
  object: string
  /** Bytes. */
  size: number
  /** In hexadecimal digits. */
  sha256: string
  /** The phone that it was saved from. */
  device_id: number
  saved_at: Generated<number>
}

/** What is to go from the storage. */
interface UnwantedObjectsTable {
  object: string
  at: Generated<number>
  /** What a box put there, as the server that received it counted; null until all of it has come. */
  size: number | null
  sha256: string | null
}

export type WorkflowKind = 'open' | 'close' | 'restore' | 'change_ip'

/** What a phone is at, step by step: whichever server claims it goes on where the last one stood. */
export interface WorkflowsTable {
  id: Generated<number>
  kind: WorkflowKind
  device_id: number
  environment_id: number | null
  /** What is restored; null where there is none. */
  record_id: number | null
  user_id: number
  ip: string
  state: Generated<'going' | 'done' | 'failed'>
  step: Generated<number>
  /** What the box's agent knows the step's command by; null before it was given. */
  command_id: string | null
  /** Of this step. */
  attempts: Generated<number>
  /** Whether a close saves a record. */
  saves: Generated<boolean>
  /** Why it failed; else null. */
  reason: Why
  claimed_until: number
  /** Another one whenever a claim that had run out was renewed. */
  claim: Generated<number>
  created_at: Generated<number>
  ended_at: number | null
}

/** Whose state an event tells of: a phone that is away or faulty, a box that is away, a shop that is open. */
export type StateKind = 'offline' | 'fault' | 'box' | 'shop'

/** What machines do, from when to when; written by triggers (0042-events), a partition a month. The names are those of then. */
interface EventsTable {
  id: Generated<number>
  at: number
  /** Null while it goes on. */
  until: number | null
  kind: StateKind
  /** Of the phone, box or shop whose state it is. */
  subject_id: number
  /** Whose the subject was. */
  owner_path: OwnerPath
  device_id: number | null
  device_name: Generated<string>
  box_id: number | null
  box_name: Generated<string>
  environment_id: number | null
  environment_name: Generated<string>
  market: Market | null
  /** Who opened the shop, or restarted the phone. */
  user_id: number | null
  user_name: Generated<string>
  /** Why; of a shop, why it ended where its phone was lost. */
  reason: Why
}

/** Every change of a state that a chart has, with its cause; written by triggers (0047-transitions) and never changed, a partition a month. */
interface TransitionsTable extends AllowedTransitionsTable {
  /** Counts up for each subject, with gaps. */
  id: Generated<number>
  at: number
  /** Of the phone, environment, job or item. */
  subject_id: number
  /** Whether the charts did not allow it when it was written. */
  deviates: boolean
}

/** What the charts of the program that started last allow (allowed-transitions.ts). */
interface AllowedTransitionsTable {
  kind: SubjectKind
  from_state: string
  /** Empty where nobody said. */
  cause: string
  /** What else the chart asks. */
  facts: string
  to_state: string
}
