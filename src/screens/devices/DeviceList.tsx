import { Button } from '@blueprintjs/core'
import {
  Duplicate,
  EyeOpen,
  Hand,
  History,
  Lightning,
  MobilePhone,
  NewPerson,
  Properties,
  Pulse,
} from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { lazy } from 'react'
import { mayControlPhones } from '../../../domain/roles.ts'
import { mayCall } from '../../permissions.ts'
import { fetchDevices, opening } from '../../api/device-pages.ts'
import {
  actAtOnce,
  changeDevices,
  maxChecked,
  maxWallPhones,
  type Device,
  type DeviceChange,
} from '../../api/devices.ts'
import { deviceOptionsMachine } from '../../machines/devices/device-options.ts'
import type { BegunJob } from '../../api/jobs.ts'
import { speakOfOutcomes } from '../../i18n/i18n.ts'
import { defineList } from '../lists/define-list.tsx'
import type { ChosenOf, Stage } from '../lists/list-definition.ts'
import { JobHistory } from '../jobs/late-jobs.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { asksFirst, deviceActions, type Wanted } from './device-actions.tsx'
import { careOfOne, careOfSeveral } from './device-care.tsx'
import { deviceColumns, deviceFilters, type OfDevices } from './device-columns.ts'
import { whyNoScreen, whyNot } from './device-status.ts'

// They come when they are wanted; two of them draw with @blueprintjs/table, which the list itself does without.
const DeviceProperties = lazy(async () => ({ default: (await import('./DeviceProperties.tsx')).DeviceProperties }))
const DeviceEdit = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DeviceEdit }))
const DevicesEdit = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DevicesEdit }))
const DevicesAssign = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DevicesAssign }))
const ActionDialog = lazy(async () => {
  const [file] = await Promise.all([import('./ActionDialog.tsx'), speakOfOutcomes()])
  return { default: file.ActionDialog }
})
const DeviceCheck = lazy(async () => ({ default: (await import('./DeviceCheck.tsx')).DeviceCheck }))

type Chosen = ChosenOf<OfDevices>

interface Devices extends OfDevices {
  dialogs: {
    form: Device
    several: Chosen
    assign: Chosen
    action: Wanted
    jobs: number | undefined
    check: readonly number[]
  }
}

type OnStage = Stage<Devices>

const observe = (ids: readonly number[], { navigate }: OnStage) => navigate(`/remote/observe?id=${ids.join(',')}`)

const noScreen = ({ status }: Device, { t }: OnStage) => whyNoScreen(t, status)

const showBegun = ({ job_id, missing }: BegunJob, { open, notify, t }: OnStage): void => {
  open('jobs', job_id)
  if (missing.length > 0) notify({ kind: 'warning', text: t('devices.act.missing', { count: missing.length }) })
}

const actOn = ({ target, action }: Wanted, stage: OnStage) =>
  stage.call(async (signal) => showBegun(await actAtOnce(target, action, signal), stage))

const begin = (stage: OnStage) => (wanted: Wanted) =>
  asksFirst(wanted) ? stage.open('action', wanted) : actOn(wanted, stage)

const idsOf = ({ target }: Chosen) => ('ids' in target ? target.ids : [])

/** Those that can be seen now, as far as it is known. */
const visibleOf = (chosen: Chosen, { list, t }: OnStage) =>
  idsOf(chosen).filter((id) => {
    const phone = list.rowOf(id)
    return phone === undefined || whyNoScreen(t, phone.status) === undefined
  })

function whyNoWall(chosen: Chosen, stage: OnStage): string | undefined {
  const { length } = visibleOf(chosen, stage)
  if (length === 0) return stage.t('devices.reason.noneLive')
  return length > maxWallPhones ? stage.t('devices.reason.wallIsFull', { n: maxWallPhones }) : undefined
}

/** Why so many can't be checked. */
function whyNoCheck(chosen: Chosen, { t }: OnStage): string | undefined {
  const { length } = idsOf(chosen)
  return length > maxChecked || length === 0 ? t('devices.reason.checkIsFull', { n: maxChecked }) : undefined
}

/** What the dialogs that change several phones do with what is chosen there. */
const changing = (chosen: Chosen, { performChosen, close, t }: OnStage) => ({
  count: chosen.count,
  onChange: (change: DeviceChange) => performChosen(t('devices.edit.title'), chosen, changeDevices(change)),
  onClose: close,
})

/** The list of phones (SPEC §2, /device/list): who controls and who observes is decided by role (SPEC §6). */
export const DeviceList = defineList<Devices>({
  uses: () => ({
    regions: useSelector(useScreenActor(deviceOptionsMachine), ({ context }) => context.regions),
    mayControl: mayControlPhones(useCurrentUser().role),
  }),
  texts: 'devices',
  name: 'devices',
  pages: () => fetchDevices,
  firstSort: opening.query.sort,
  live: 'device',
  columns: deviceColumns,
  filters: deviceFilters,
  nameOf: ({ name }) => name,
  opens(device, stage) {
    const text = noScreen(device, stage)
    if (text === undefined) return stage.mayControl ? 'control' : 'observe'
    stage.notify({ kind: 'warning', text })
    return undefined
  },
  actions: [
    [
      {
        key: 'control',
        icon: <Hand />,
        reason: (device, { t, mayControl }) =>
          mayControl ? whyNot(t, device, 'taken') : t('devices.reason.mayNotControl'),
        does: ({ id }, { navigate }) => navigate(`/device1/remotely?id=${id}`),
      },
      {
        key: 'observe',
        icon: <EyeOpen />,
        reason: noScreen,
        does: ({ id }, stage) => observe([id], stage),
        several: {
          text: 'devices.action.observeWall',
          reason: whyNoWall,
          does: (chosen, stage) => observe(visibleOf(chosen, stage), stage),
        },
      },
      {
        key: 'check',
        icon: <Pulse />,
        several: { reason: whyNoCheck, does: (chosen, { open }) => open('check', idsOf(chosen)) },
      },
    ],
    [
      { key: 'edit', several: { opens: 'several' } },
      { key: 'assign', icon: <NewPerson />, operation: 'userList', several: true, opens: 'assign' },
      { key: 'properties', icon: <Properties />, does: (device, { look }) => look(device) },
      { key: 'copySerial', icon: <Duplicate />, does: ({ serial }, { copy }) => copy(serial) },
    ],
    {
      one: (device, stage) =>
        deviceActions(
          stage.t,
          stage.role,
          begin(stage),
        )({
          target: { ids: [device.id] },
          count: 1,
          loaded: [device],
          name: device.name,
        }),
      several: ({ rows, ...chosen }, stage) => {
        const items = deviceActions(stage.t, stage.role, begin(stage))({ ...chosen, loaded: rows })
        const menu = { key: 'work', text: stage.t('devices.act.menu'), icon: <Lightning />, items: [items] }
        return stage.mayControl ? [menu] : []
      },
    },
    {
      one: (device, { t, role, perform }) => careOfOne(t, role, device, perform),
      several: ({ rows, ...chosen }, stage) =>
        careOfSeveral(stage.t, stage.role, { ...chosen, loaded: rows }, begin(stage)),
    },
  ],
  takesMatching: true,
  exportCall: '/api/restful/v2/device/export',
  tools: ({ role, t, open }) =>
    mayCall(role, 'jobList') && (
      <Button variant="outlined" icon={<History />} text={t('devices.act.history')} onClick={() => open('jobs')} />
    ),
  emptyIcon: <MobilePhone size={40} />,
  details: ({ id }, { list, regions, lookAway }, actionsOf) => (
    <DeviceProperties
      list={list.list}
      id={id}
      regions={regions}
      actionsOf={(device) => actionsOf(device).map((group) => group.filter(({ key }) => key !== 'properties'))}
      onClose={lookAway}
    />
  ),
  dialogs: {
    form: (device, { close }) => <DeviceEdit device={device} onClose={close} />,
    several: (chosen, stage) => <DevicesEdit {...changing(chosen, stage)} />,
    assign: (chosen, stage) => <DevicesAssign {...changing(chosen, stage)} />,
    action: (wanted, stage) => (
      <ActionDialog
        wanted={wanted}
        onConfirm={() => {
          stage.close()
          actOn(wanted, stage)
        }}
        onBegun={(begun) => showBegun(begun, stage)}
        onLeft={stage.close}
      />
    ),
    jobs: (first, { t, saved }) => (
      <JobHistory key={first} of="everything" title={t('devices.act.history')} first={first} onClose={saved} />
    ),
    check: (ids, { list, close }) => <DeviceCheck ids={ids} phoneOf={list.rowOf} onClose={close} />,
  },
})
