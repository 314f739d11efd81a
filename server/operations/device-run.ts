import { codes } from '../../domain/codes.ts'
import { actionRules, isCare, type DeviceAction } from '../../domain/phone-actions.ts'
import { mayCareForPhones, mayControlPhones } from '../../domain/roles.ts'
import { mostPartsOfRun } from '../../domain/runs.ts'
import { requireService } from '../auth/service.ts'
import type { Operation } from '../contract.ts'
import { deviceFilter } from '../device-filter.ts'
import { argumentsOf } from '../jobs/run-arguments.ts'
import { shortTargets } from '../jobs/short-targets.ts'
import { messages, stateForbids } from '../messages.ts'
import { listApps, readApps } from '../phones/apps.ts'
import { answerOf } from '../phones/phone-answer.ts'
import { isAllowed } from '../phones/phone-life.ts'
import { Refusal } from '../refusal.ts'
import { selectionOf } from '../selection.ts'
import type { Action } from '../store/operation-log.ts'

/** Phones at once. */
const concurrency = 20
/** How long a phone may take to tell its apps. Milliseconds. */
const listTimeout = 20_000

/** What the operation log calls each action. */
const logged: Record<DeviceAction, Action> = {
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

/** Does something on phones or with them, as a job; each phone is looked at when its turn comes. */
export const deviceRun: Operation<'deviceRun'> = async ({ caller, body, store, client, limits, runs }) => {
  const mayDo = isCare(body.action) ? mayCareForPhones : mayControlPhones
  if (!mayDo(caller.role)) throw new Refusal(codes.notAllowed, messages.notAllowed)
  if (!isCare(body.action)) requireService(caller)
  if (!limits.deviceActions.take(String(caller.id))) throw new Refusal(codes.tooManyTries, messages.tooManyRequests)
  const { action } = body
  const selection = selectionOf(body)
  const asked = 'ids' in selection ? selection.ids : []
  return store.transaction(async (tx) => {
    const { given, name } = await argumentsOf(tx, caller, body)
    const phones =
      'ids' in selection
        ? await tx.targets.phones(caller, { device_ids: selection.ids }, mostPartsOfRun)
        : await tx.devices.named(caller, deviceFilter(selection.matching), mostPartsOfRun + 1)
    const [first] = phones
    if (first === undefined) throw new Refusal(codes.notFound, messages.noSuchDevice)
    const work = { task_id: null, script_id: null, name, action, arguments: given, script: '', concurrency }
    const job_id = await runs.beginOn(
      tx,
      { person: caller, ...work, timeout_seconds: actionRules[action].timeout },
      phones,
    )
    const found = new Set(phones.map(({ id }) => id))
    const targets = 'ids' in selection ? shortTargets({ device_ids: [...found] }) : { ...selection, count: found.size }
    const entry = {
      user: caller,
      action: logged[action],
      target: found.size === 1 ? `device:${first.id}` : 'device:*',
      ip: client.ip,
      detail: { after: { job_id, ...(name !== '' && { name }), targets } },
    }
    await tx.operationLog.append(entry, Date.now())
    return { job_id, missing: asked.filter((id) => !found.has(id)) }
  })
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
