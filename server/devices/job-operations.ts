import { codes } from '../../domain/codes.ts'
import { actionRules, type CareAction } from '../../domain/phone-actions.ts'
import { mostPartsOfRun } from '../../domain/runs.ts'
import { requireService } from '../people/service.ts'
import type { Caller } from '../people/sessions.ts'
import type { Call, Operation } from '../http/contract.ts'
import { deviceFilter } from './filter.ts'
import { argumentsOf } from '../jobs/arguments.ts'
import type { RunOrder } from '../jobs/jobs.ts'
import { shortTargets } from '../jobs/short-targets.ts'
import { maskedCommand } from '../log/masked-command.ts'
import { messages, stateForbids } from '../http/messages.ts'
import { listApps, readApps } from './workflows/apps.ts'
import { answerOf } from './workflows/phone-answer.ts'
import { isAllowed } from './life.ts'
import { Refusal } from '../http/refusal.ts'
import { selectionOf } from '../http/selection.ts'
import { targetsOf, type Action } from '../store/operation-log.ts'
import type { Transaction } from '../store/store.ts'

/** Phones at once. */
const concurrency = 20
/** How long a phone may take to tell its apps. Milliseconds. */
const listTimeout = 20_000
/** How long a command may take. Seconds. */
const commandTimeout = 300
/** Of a command, what its job is called. Characters. */
const nameOfCommand = 60

type Asked = Parameters<Operation<'deviceRun'>>[0]['body']

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

/** What a run does on each phone. */
type Work = Omit<RunOrder, 'person' | 'targets' | 'task_id' | 'script_id' | 'concurrency'>

/** A command is a script that nobody wrote down; it takes nothing that actions take. */
function commandOf({ command = '', file_id, package: app }: Asked): Work {
  const fields = {
    ...(command === '' && { command: messages.blank }),
    ...(file_id !== undefined && { file_id: messages.noArgument }),
    ...(app !== undefined && { package: messages.noArgument }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal(codes.invalidInput, messages.invalidInput, fields)
  const name = maskedCommand(command.trim()).split('\n', 1).join('').slice(0, nameOfCommand).toWellFormed()
  return { action: 'script', name, arguments: {}, script: command, timeout_seconds: commandTimeout }
}

async function workOf(tx: Transaction, caller: Caller, asked: Asked): Promise<Work> {
  const { action, command } = asked
  if (action === 'shell') return commandOf(asked)
  if (command !== undefined)
    throw new Refusal(codes.invalidInput, messages.invalidInput, { command: messages.noArgument })
  const { given, name } = await argumentsOf(tx, caller, { ...asked, action })
  return { action, name, arguments: given, script: '', timeout_seconds: actionRules[action].timeout }
}

/** What the log tells of it. */
const toldOf = ({ command }: Asked, { name }: Work): Record<string, unknown> => {
  if (command !== undefined) return { command: maskedCommand(command) }
  return name === '' ? {} : { name }
}

/** Begins a job on the phones that are asked for; each is looked at when its turn comes. */
function begin(
  { caller, body, store, client, limits, runs }: Call<'deviceRun'> | Call<'deviceCare'>,
  workIn: (tx: Transaction) => Promise<{ work: Work; told: Record<string, unknown> }>,
): Promise<{ job_id: number; missing: number[] }> {
  if (!limits.deviceActions.take(String(caller.id))) throw new Refusal(codes.tooManyTries, messages.tooManyRequests)
  const selection = selectionOf(body)
  const asked = 'ids' in selection ? selection.ids : []
  return store.transaction(async (tx) => {
    const { work, told } = await workIn(tx)
    const phones =
      'ids' in selection
        ? await tx.targets.phones(caller, { device_ids: selection.ids }, mostPartsOfRun)
        : await tx.devices.named(caller, deviceFilter(selection.matching), mostPartsOfRun + 1)
    if (phones.length === 0) throw new Refusal(codes.notFound, messages.noSuchDevice)
    const order = { person: caller, task_id: null, script_id: null, ...work, concurrency }
    const job_id = await runs.beginOn(tx, order, phones)
    const found = new Set(phones.map(({ id }) => id))
    const targets = 'ids' in selection ? shortTargets({ device_ids: [...found] }) : { ...selection, count: found.size }
    const entry = {
      user: caller,
      action: logged[body.action],
      ...targetsOf('device', phones),
      ip: client.ip,
      detail: { after: { job_id, ...told, targets } },
    }
    await tx.operationLog.append(entry, Date.now())
    return { job_id, missing: asked.filter((id) => !found.has(id)) }
  })
}

/** Does something on phones, as a job. */
export const deviceRun: Operation<'deviceRun'> = async (call) => {
  requireService(call.caller)
  return begin(call, async (tx) => {
    const work = await workOf(tx, call.caller, call.body)
    return { work, told: toldOf(call.body, work) }
  })
}

/** Takes phones out of use, out of the fleet and back, as a job. */
export const deviceCare: Operation<'deviceCare'> = async (call) => {
  const { action } = call.body
  const work = { action, name: '', arguments: {}, script: '', timeout_seconds: actionRules[action].timeout }
  return begin(call, () => Promise.resolve({ work, told: {} }))
}

/** The apps on a phone, as the phone tells them. */
export const deviceApps: Operation<'deviceApps'> = async ({ caller, query, store, limits, phoneWorks }) => {
  requireService(caller)
  if (!limits.deviceActions.take(String(caller.id))) throw new Refusal(codes.tooManyTries, messages.tooManyRequests)
  const seen = await store.devices.visible(caller, query.id)
  const device = seen && (await store.devices.byId(seen.id))
  if (device === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)
  if (!isAllowed(device, { type: actionRules.launch.event }))
    throw new Refusal(codes.stateForbids, stateForbids(device.status))
  const { ending, exit_code, output } = await answerOf(phoneWorks, device, { script: listApps(), timeout: listTimeout })
  if (ending !== 'exited' || exit_code !== 0) throw new Refusal(codes.stateForbids, messages.noAppsTold)
  return { items: readApps(output) }
}
