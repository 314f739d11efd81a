import type { logCheck as chinese, logEntry as chineseEntry } from '../zh-CN/log-screen.ts'
import type { Shape } from '../shape.ts'

/** Whether the operation log is whole. */
export const logCheck = {
  action: 'Check',
  title: 'Check of the chain',
  checking: 'Following the chain from its first entry…',
  progress_one: '{{checked, number}} of {{count, number}} entry checked',
  progress_other: '{{checked, number}} of {{count, number}} entries checked',
  interrupted: 'The check was interrupted as its server stopped: check again',
  waiting_one: '{{count, number}} more entry has just been written and is not chained yet.',
  waiting_other: '{{count, number}} more entries have just been written and are not chained yet.',
  whole_one: 'The log is whole: {{count, number}} entry, one upon the other, without a gap.',
  whole_other: 'The log is whole: {{count, number}} entries, one upon the other, without a gap.',
  broken_one: '{{count, number}} gap found ($t(logCheck.checked, {"count": {{checked}} })).',
  broken_other: '{{count, number}} gaps found ($t(logCheck.checked, {"count": {{checked}} })).',
  checked_one: '{{count, number}} entry checked',
  checked_other: '{{count, number}} entries checked',
  failed: 'It could not be checked: {{message}}',
  head: 'Newest entry #{{id}}, hash',
  headHint: 'Written down elsewhere it shows whether the end of the log was cut off.',
  close: 'Close',
  again: 'Check again',
  missing: 'Entries are missing behind #{{after}} (the next is #{{id}})',
  altered: '#{{id}} was altered',
  unchained: 'What stood before #{{id}} was replaced',
  unvouched: '#{{id}} was not written by a server, or what vouched for it was removed',
  archive: 'The archive of the entries behind #{{after}} up to #{{id}} is gone or was changed',
} satisfies Shape<typeof chinese>

/** One entry of the operation log, as it is looked at. */
export const logEntry = {
  hasDetail: 'See change',
  drawer: 'Entry #{{id}}',
  nothing: 'This entry has no change to tell of',
  loading: 'Reading…',
  failed: 'It could not be read: {{message}}',
  retry: 'Try again',
} satisfies Shape<typeof chineseEntry>
