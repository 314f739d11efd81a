import { bodyRules } from '../../generated/body-rules.ts'
import { roles, seesEverything, type Role } from '../../domain/roles.ts'
import type { RecordFormInput } from './form-description.ts'
import { fetchNotice, publishNotice, sendMessage, type MaintenanceNotice } from './messages.ts'

/** The roles that a sender reaches: its own and those below; admin and security reach all. */
export const reachedBy = (role: Role): readonly Role[] =>
  seesEverything(role) ? roles : roles.slice(roles.indexOf(role))

export type MessageValues = { msg_text: string; 'to.roles': readonly Role[] }

/** The form that sends a site message to everybody of some roles; it answers to how many. */
export const messageForm = (sender: Role): RecordFormInput<MessageValues, { count: number }> => ({
  of: 'new record',
  rules: bodyRules.userMessageSend,
  values: { msg_text: '', 'to.roles': reachedBy(sender) },
  // The contract takes users in their place.
  check: (values) => (values['to.roles'].length === 0 ? { 'to.roles': { rule: 'required' } } : {}),
  save: ({ values }, signal) => sendMessage({ msg_text: values.msg_text.trim(), roles: values['to.roles'] }, signal),
})

/** What the maintenance notice says. */
export const noticeQuestion = { ask: fetchNotice }

/** The form that changes the maintenance notice; without content it takes it down. */
export const noticeForm = (content: string): RecordFormInput<{ content: string }, MaintenanceNotice> => ({
  of: 'existing record',
  rules: bodyRules.maintainEdit,
  values: { content },
  save: ({ values }, signal) => publishNotice(values.content.trim(), signal),
})
