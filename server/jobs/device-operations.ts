import { codes } from '../../domain/codes.ts'
import { actionRules, type CareAction } from '../../domain/phone-actions.ts'
import { maxItemsOfJob } from '../../domain/jobs.ts'
import type { Caller } from '../http/sessions.ts'
import { defineOperations, type Call } from '../http/contract.ts'
import { deviceFilter } from '../devices/filter.ts'
import { argumentsOf } from './arguments.ts'
import type { JobOrder, Jobs } from './jobs.ts'
import { shortTargets } from './short-targets.ts'
import { maskedCommand } from '../log/masked-command.ts'
import { reason } from '../../texts/reason.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import { selectionOf } from '../http/selection.ts'
import { targetsOf, type Action } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'

/** Phones at once. */
const concurrency = 20
/** How long a command may take. Seconds. */
const commandTimeout = 300
/** Of a command, what its job is called. Characters. */
const nameOfCommand = 60

type Asked = Call<'deviceRun'>['body']

/** What the operation log calls each action. */
const logged: Record<Asked['action'] | CareAction, Action> = {
  shell: 'device.shell',
  reboot: 'device.reboot',
  change_ip: 'device.changeip',
  free: 'device.freed',
  install: 'device.install',
  uninstall: 'device.uninstall',
  launch: 'device.launch',
  stop: 'device.stop',
  push: 'device.push',
  screenshot: 'device.screenshot',
  screen_on: 'device.screen.on',
  screen_off: 'device.screen.off',
  maintain: 'device.maintain',
  end_maintenance: 'device.maintain',
  recover: 'device.recover',
  delete: 'device.del',
}

/** What a job does on each phone. */
type JobContent = Omit<JobOrder, 'person' | 'targets' | 'task_id' | 'script_id' | 'concurrency'>

/** A command is a script that nobody wrote down; it takes nothing that actions take. */
function commandOf({ command = '', file_id, package: app }: Asked): JobContent {
  const fields = {
    ...(command === '' && { command: reason('form.problems.required') }),
    ...(file_id !== undefined && { file_id: reason('jobs.reason.noArgument') }),
    ...(app !== undefined && { package: reason('jobs.reason.noArgument') }),
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  const name = maskedCommand(command.trim()).split('\n', 1).join('').slice(0, nameOfCommand).toWellFormed()
  return { action: 'script', name, arguments: {}, script: command, timeout_seconds: commandTimeout }
}

async function contentOf(tx: Transaction, caller: Caller, asked: Asked): Promise<JobContent> {
  const { action, command } = asked
  if (action === 'shell') return commandOf(asked)
  if (command !== undefined) throw invalidFields({ command: reason('jobs.reason.noArgument') })
  const { given, name } = await argumentsOf(tx, caller, { ...asked, action })
  return { action, name, arguments: given, script: '', timeout_seconds: actionRules[action].timeout }
}

/** What the log tells of it. */
const loggedOf = ({ command }: Asked, { name }: JobContent): Record<string, unknown> => {
  if (command !== undefined) return { command: maskedCommand(command) }
  return name === '' ? {} : { name }
}

/** Begins a job on the phones that are asked for; each is looked at when its turn comes. */
function begin(
  jobs: Jobs,
  { caller, body, store, note }: Call<'deviceRun'> | Call<'deviceCare'>,
  contentIn: (tx: Transaction) => Promise<{ content: JobContent; detail: Record<string, unknown> }>,
): Promise<{ job_id: number; missing: number[] }> {
  const selection = selectionOf(body)
  const asked = 'ids' in selection ? selection.ids : []
  return store.transaction(async (tx) => {
    const { content, detail } = await contentIn(tx)
    const phones =
      'ids' in selection
        ? await tx.targets.phones(caller, { device_ids: selection.ids }, maxItemsOfJob)
        : await tx.devices.named(caller, deviceFilter(selection.matching), maxItemsOfJob + 1)
    if (phones.length === 0) throw new Refusal(codes.notFound, reason('devices.reason.noSuchDevice'))
    const order = { person: caller, task_id: null, script_id: null, ...content, concurrency }
    const job_id = await jobs.beginOn(tx, order, phones)
    const found = new Set(phones.map(({ id }) => id))
    const targets = 'ids' in selection ? shortTargets({ device_ids: [...found] }) : { ...selection, count: found.size }
    await note(tx, logged[body.action], {
      ...targetsOf('device', phones),
      detail: { after: { job_id, ...detail, targets } },
    })
    return { job_id, missing: asked.filter((id) => !found.has(id)) }
  })
}

export const deviceJobOperations = defineOperations(({ jobs }: { jobs: Jobs }) => ({
  /** Does something on phones, as a job. */
  deviceRun: (call) =>
    begin(jobs, call, async (tx) => {
      const content = await contentOf(tx, call.caller, call.body)
      return { content, detail: loggedOf(call.body, content) }
    }),

  /** Takes phones out of use, out of the fleet and back, as a job. */
  deviceCare: async (call) => {
    const { action } = call.body
    const content = { action, name: '', arguments: {}, script: '', timeout_seconds: actionRules[action].timeout }
    return begin(jobs, call, () => Promise.resolve({ content, detail: {} }))
  },
}))
