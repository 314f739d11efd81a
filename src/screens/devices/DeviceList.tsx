import { Button } from '@blueprintjs/core'
import {
  Duplicate,
  Edit,
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
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
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
  type DeviceQuery,
} from '../../api/devices.ts'
import { deviceOptionsMachine } from '../../machines/devices/device-options.ts'
import type { BegunJob } from '../../api/jobs.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { careOfOne, careOfSeveral } from './device-care.tsx'
import { deviceColumns } from './device-columns.ts'
import { deviceFilters } from './device-filters.ts'
import { whyNoScreen, whyNot } from './device-status.ts'
import { asksFirst, deviceActions, type Wanted } from './device-actions.tsx'

// They come when they are wanted; two of them draw with @blueprintjs/table, which the list itself does without.
const DeviceProperties = lazy(async () => ({ default: (await import('./DeviceProperties.tsx')).DeviceProperties }))
const DeviceEdit = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DeviceEdit }))
const DevicesEdit = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DevicesEdit }))
const DevicesAssign = lazy(async () => ({ default: (await import('./DeviceEdit.tsx')).DevicesAssign }))
const ActionDialog = lazy(async () => ({ default: (await import('./ActionDialog.tsx')).ActionDialog }))
const JobHistory = lazy(async () => ({ default: (await import('../jobs/JobHistory.tsx')).JobHistory }))
const DeviceCheck = lazy(async () => ({ default: (await import('./DeviceCheck.tsx')).DeviceCheck }))

/** The list of phones (SPEC §2, /device/list): who controls and who observes is decided by role (SPEC §6). */
export function DeviceList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notify = useNotify()
  const copy = useCopy()
  const { role } = useCurrentUser()
  const mayControl = mayControlPhones(role)
  const options = useScreenActor(deviceOptionsMachine)
  const regions = useSelector(options, ({ context }) => context.regions)
  const phones = useResource<Device, DeviceQuery>({
    name: 'devices',
    columns: useMemo(() => deviceColumns(t, regions, mayControl), [t, regions, mayControl]),
    filters: useMemo(() => deviceFilters(t, role, regions), [t, role, regions]),
    firstSort: opening.query.sort,
    fetchPage: fetchDevices,
    live: 'device',
  })
  const [looked, setLooked] = useState<number>()
  const [checked, setChecked] = useState<readonly number[]>()
  const [edited, setEdited] = useState<Device | BatchTarget<DeviceQuery>>()
  const [assigned, setAssigned] = useState<{ target: BatchTarget<DeviceQuery>; count: number }>()
  const [wanted, setWanted] = useState<Wanted>()
  const [jobs, setJobs] = useState<{ first?: number }>()

  const control = (id: number) => void navigate(`/device1/remotely?id=${id}`)
  const observe = (ids: readonly number[]) => void navigate(`/remote/observe?id=${ids.join(',')}`)
  const open = ({ id, status }: Device) => {
    const reason = whyNoScreen(t, status)
    if (reason !== undefined) return notify({ kind: 'warning', text: reason })
    return mayControl ? control(id) : observe([id])
  }
  const showBegun = ({ job_id, missing }: BegunJob) => {
    setWanted(undefined)
    setJobs({ first: job_id })
    if (missing.length > 0) notify({ kind: 'warning', text: t('devices.act.missing', { count: missing.length }) })
  }
  const acting = useSingleCall<BegunJob>(showBegun)
  const actAtOnceOn = ({ target, action }: Wanted) => acting.call((signal) => actAtOnce(target, action, signal))
  const begin = (wanted: Wanted) => (asksFirst(wanted) ? setWanted(wanted) : actAtOnceOn(wanted))
  const actionsOn = deviceActions(t, role, begin)
  const isTeam = mayCall(role, 'userList')
  const assign = { key: 'assign', text: t('devices.action.assign'), icon: <NewPerson /> }
  const rowActions = (device: Device) => {
    const { id, status, serial } = device
    const reason = whyNoScreen(t, status)
    return [
      [
        {
          key: 'control',
          text: t('devices.action.control'),
          icon: <Hand />,
          reason: mayControl ? whyNot(t, device, 'taken') : t('devices.reason.mayNotControl'),
          onPick: () => control(id),
        },
        {
          key: 'observe',
          text: t('devices.action.observe'),
          icon: <EyeOpen />,
          reason,
          onPick: () => observe([id]),
        },
      ],
      [
        {
          key: 'edit',
          text: t('devices.action.edit'),
          icon: <Edit />,
          onPick: () => setEdited(device),
        },
        ...(isTeam ? [{ ...assign, onPick: () => setAssigned({ target: { ids: [id] }, count: 1 }) }] : []),
        {
          key: 'properties',
          text: t('devices.action.properties'),
          icon: <Properties />,
          onPick: () => setLooked(id),
        },
        {
          key: 'serial',
          text: t('devices.action.copySerial'),
          icon: <Duplicate />,
          onPick: () => void copy(serial),
        },
      ],
      actionsOn({ target: { ids: [id] }, count: 1, loaded: [device], name: device.name }),
      careOfOne(t, role, device, phones.perform),
    ]
  }
  const selectionActions = () => {
    // What is said of rows one by one is not said of all that match.
    const ids = phones.selected === 'matching' ? [] : [...phones.selected]
    const chosen = { target: phones.target, count: phones.count, loaded: ids.flatMap((id) => phones.rowOf(id) ?? []) }
    const visible = ids.filter((id) => {
      const phone = phones.rowOf(id)
      return phone === undefined || whyNoScreen(t, phone.status) === undefined
    })
    const whyNotObserve = () => {
      if (visible.length === 0) return t('devices.reason.noneLive')
      return visible.length > maxWallPhones ? t('devices.reason.wallIsFull', { n: maxWallPhones }) : undefined
    }
    return [
      {
        key: 'observe',
        text: t('devices.action.observeWall'),
        icon: <EyeOpen />,
        reason: whyNotObserve(),
        onPick: () => observe(visible),
      },
      {
        key: 'check',
        text: t('devices.action.check'),
        icon: <Pulse />,
        reason:
          ids.length > maxChecked || ids.length === 0 ? t('devices.reason.checkIsFull', { n: maxChecked }) : undefined,
        onPick: () => setChecked(ids),
      },
      {
        key: 'edit',
        text: t('devices.action.edit'),
        icon: <Edit />,
        onPick: setEdited,
      },
      ...(isTeam
        ? [
            {
              ...assign,
              onPick: (target: BatchTarget<DeviceQuery>) => setAssigned({ target, count: phones.count }),
            },
          ]
        : []),
      ...(mayControl
        ? [
            {
              key: 'work',
              text: t('devices.act.menu'),
              icon: <Lightning />,
              items: [actionsOn(chosen)],
            },
          ]
        : []),
      ...careOfSeveral(t, role, chosen, begin),
    ]
  }

  const change = (target: BatchTarget<DeviceQuery>, change: DeviceChange) => {
    setEdited(undefined)
    setAssigned(undefined)
    phones.perform({ title: t('devices.edit.title'), target, call: changeDevices(change) })
  }

  return (
    <ResourceScreen
      resource={phones}
      title={t('devices.title')}
      unit="devices.unit"
      nameOf={({ name }) => name}
      onOpen={open}
      rowActions={rowActions}
      selectionActions={selectionActions}
      takesMatching
      tools={
        mayCall(role, 'jobList') && (
          <Button variant="outlined" icon={<History />} text={t('devices.act.history')} onClick={() => setJobs({})} />
        )
      }
      exportCall="/api/restful/v2/device/export"
      empty={{ icon: <MobilePhone size={40} />, title: t('devices.empty.none'), hint: t('devices.empty.noneHint') }}
    >
      <Suspense>
        {looked !== undefined && (
          <DeviceProperties
            list={phones.list}
            id={looked}
            regions={regions}
            actionsOf={(device) => rowActions(device).map((group) => group.filter(({ key }) => key !== 'properties'))}
            onClose={() => setLooked(undefined)}
          />
        )}
        {edited !== undefined && 'serial' in edited && (
          <DeviceEdit device={edited} onClose={() => setEdited(undefined)} />
        )}
        {edited !== undefined && !('serial' in edited) && (
          <DevicesEdit
            count={phones.count}
            onChange={(changes) => change(edited, changes)}
            onClose={() => setEdited(undefined)}
          />
        )}
        {assigned !== undefined && (
          <DevicesAssign
            count={assigned.count}
            onChange={(changes) => change(assigned.target, changes)}
            onClose={() => setAssigned(undefined)}
          />
        )}
        {wanted !== undefined && (
          <ActionDialog
            wanted={wanted}
            onConfirm={() => {
              setWanted(undefined)
              actAtOnceOn(wanted)
            }}
            onBegun={showBegun}
            onLeft={() => setWanted(undefined)}
          />
        )}
        {jobs !== undefined && (
          <JobHistory
            key={jobs.first}
            of="everything"
            title={t('devices.act.history')}
            first={jobs.first}
            onClose={() => {
              setJobs(undefined)
              phones.refresh()
            }}
          />
        )}
        {checked !== undefined && (
          <DeviceCheck ids={checked} phoneOf={phones.rowOf} onClose={() => setChecked(undefined)} />
        )}
      </Suspense>
    </ResourceScreen>
  )
}
