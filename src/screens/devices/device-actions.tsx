import {
  Application,
  Camera,
  Code,
  Console,
  Download,
  Exchange,
  Flash,
  Import,
  Lightning,
  Moon,
  Play,
  Refresh,
  Stop,
  Trash,
  Unlock,
} from '@blueprintjs/icons'
import { lazy, type ReactElement } from 'react'
import { actionRules, type DeviceAction, type PhoneAction } from '../../../domain/phone-actions.ts'
import { eventOf, maxItemsOfJob } from '../../../domain/jobs.ts'
import { actAtOnce } from '../../api/devices.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { listJobs } from '../jobs/list-jobs.tsx'
import { chosenOne } from '../lists/list-actions.tsx'
import type { ActionGroup, ChosenOf, ListAction, Stage } from '../lists/list-definition.ts'
import type { OfDevices } from './device-columns.ts'
import { whyNot } from './device-status.ts'

const ActionDialog = lazy(async () => {
  const [file] = await Promise.all([import('./ActionDialog.tsx'), speakOf('outcomes')])
  return { default: file.ActionDialog }
})

/** What can be done: `shell` runs a command that is yet to be told. */
export type ActionOrCommand = DeviceAction | 'shell'

/** Phones that something is to be done with. */
export type ChosenDevices = ChosenOf<OfDevices>

/** What may be lost by it, which is asked before. */
export const costs = {
  reboot: 'devices.act.rebootLoses',
  free: 'devices.loses.free',
  delete: 'devices.loses.delete',
} as const

export const isCostly = (action: ActionOrCommand): action is keyof typeof costs => action in costs

/** Whether a restart interrupts nobody and loses nothing: of one phone, which is idle. */
const isHarmless = (action: ActionOrCommand, { row }: ChosenDevices): boolean =>
  action === 'reboot' && row?.status === 'idle' && row.in_use_by === null

/** Whether something is asked before it is done on phones. */
const asksFirst = (action: ActionOrCommand, chosen: ChosenDevices): boolean =>
  isCostly(action) ? !isHarmless(action, chosen) : action === 'shell' || actionRules[action].argument !== undefined

export const jobsOfDevices = listJobs<OfDevices>({
  title: 'devices.act.history',
  missing: 'devices.act.missing',
  operation: 'deviceRun',
  firstHint: 'outcomes.first.devices',
})

function begin(action: ActionOrCommand, chosen: ChosenDevices, stage: Stage<OfDevices>): void {
  const onBegun = (job: BegunJob) => jobsOfDevices.begun(job, stage)
  const act = () =>
    stage.call(JSON.stringify([action, chosen.target]), async (signal) =>
      onBegun(await actAtOnce(chosen.target, action, signal)),
    )
  if (!asksFirst(action, chosen)) return act()
  const onConfirm = () => {
    stage.close()
    act()
  }
  stage.show(action, ({ close }) => <ActionDialog {...{ action, chosen, onConfirm, onBegun }} onLeft={close} />)
}

/**
 * Why something can't be done with any of them. Phones that are not loaded are not asked about beforehand; each says in its job
 * what kept it.
 */
function whyNotOn(
  action: ActionOrCommand,
  { count, rows }: ChosenDevices,
  { t }: Stage<OfDevices>,
): string | undefined {
  if (count > maxItemsOfJob) return t('devices.act.tooMany', { n: maxItemsOfJob })
  if (rows.length < count) return undefined
  const reasons = rows.map((phone) => whyNot(t, phone, eventOf(action === 'shell' ? 'script' : action)))
  return reasons.includes(undefined) ? undefined : reasons[0]
}

/** What is done with several phones as a job. */
export const asJob = (action: ActionOrCommand) => ({
  reason: (chosen: ChosenDevices, stage: Stage<OfDevices>) => whyNotOn(action, chosen, stage),
  does: (chosen: ChosenDevices, stage: Stage<OfDevices>) => begin(action, chosen, stage),
})

const icons: Record<'shell' | PhoneAction, ReactElement> = {
  shell: <Console />,
  install: <Download />,
  uninstall: <Trash />,
  launch: <Play />,
  stop: <Stop />,
  push: <Import />,
  screen_on: <Flash />,
  screen_off: <Moon />,
  screenshot: <Camera />,
  reboot: <Refresh />,
  change_ip: <Exchange />,
  free: <Unlock />,
}

const ScriptRun = lazy(async () => ({ default: (await import('../jobs/ScriptRun.tsx')).ScriptRun }))

/** Phones that were chosen one by one; none where all that match are meant. */
export const phonesOf = ({ target }: ChosenDevices): readonly number[] => ('ids' in target ? target.ids : [])

/** Why no script can be run on them: its call takes phones one by one, or a filter of its own. */
const whyNoScript = (chosen: ChosenDevices, stage: Stage<OfDevices>): string | undefined =>
  'ids' in chosen.target ? whyNotOn('shell', chosen, stage) : stage.t('devices.act.scriptByIds')

/** A script that is kept, run on one phone or several. */
const script: ListAction<OfDevices> = {
  key: 'script',
  text: 'jobs.act.script',
  icon: <Code />,
  operation: 'scriptRun',
  reason: (phone, stage) => whyNoScript(chosenOne<OfDevices>(phone), stage),
  several: { reason: whyNoScript },
  asks: (chosen, stage) => (
    <ScriptRun
      phones={phonesOf(chosen)}
      onBegun={(job_id) => jobsOfDevices.begun({ job_id, missing: [] }, stage)}
      onLeft={stage.close}
    />
  ),
}

const described = (action: 'shell' | PhoneAction) =>
  ({ key: action, text: `jobs.act.${action}`, icon: icons[action], operation: 'deviceRun' }) as const

/** A job on one phone as on several. */
const work = (action: 'shell' | PhoneAction): ListAction<OfDevices> => {
  const job = asJob(action)
  return {
    ...described(action),
    reason: (phone, stage) => job.reason(chosenOne<OfDevices>(phone), stage),
    does: (phone, stage) => job.does(chosenOne<OfDevices>(phone), stage),
    several: job,
  }
}

/** What can be done on phones, for those who may control them. */
export const workOnDevices: ActionGroup<OfDevices> = {
  menu: { key: 'work', text: 'devices.act.menu', icon: <Lightning /> },
  actions: [
    {
      key: 'apps',
      text: 'devices.act.apps',
      icon: <Application />,
      items: [work('install'), work('uninstall'), work('launch'), work('stop')],
    },
    work('push'),
    work('shell'),
    script,
    {
      key: 'screen',
      text: 'devices.act.screen',
      icon: <Camera />,
      items: [work('screenshot'), work('screen_on'), work('screen_off')],
    },
    work('reboot'),
    work('change_ip'),
    // One alone is freed among what is done with a phone itself; several are freed as a job.
    { ...described('free'), several: asJob('free') },
  ],
}
