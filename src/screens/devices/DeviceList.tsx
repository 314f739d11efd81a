import { useSelector } from '@xstate/react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayControlPhones } from '../../../domain/roles.ts'
import { keepOnClipboard } from '../../machines/browser-clipboard.ts'
import { letsAllDevicesThrough, type Device, type DeviceQuery } from '../../machines/device-list.ts'
import { deviceOptionsMachine } from '../../machines/device-options.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { useCurrentUser, useNotify } from '../session-context.tsx'
import { useScreenActor } from '../use-screen-actor.ts'
import { deviceColumns } from './device-columns.ts'
import styles from './DeviceList.module.css'
import { DeviceEmpty } from './DeviceEmpty.tsx'
import { DeviceFilters } from './DeviceFilters.tsx'
import { DeviceMenu } from './DeviceMenu.tsx'
import { useDeviceQuery } from './device-query.ts'
import { DeviceSelectionActions } from './DeviceSelectionActions.tsx'
import { whyNoScreen } from './device-status.ts'
import { useDeviceList } from './use-device-list.ts'

// Both draw with @blueprintjs/table, which the list itself does without.
const DeviceProperties = lazy(async () => ({ default: (await import('./DeviceProperties.tsx')).DeviceProperties }))
const DeviceCheck = lazy(async () => ({ default: (await import('./DeviceCheck.tsx')).DeviceCheck }))

const everything: Partial<DeviceQuery> = { keyword: '', status: [], box: null, region: '' }

/** The list of phones (SPEC §2, /device/list): who controls and who observes is decided by role (SPEC §6). */
export function DeviceList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const notify = useNotify()
  const { role } = useCurrentUser()
  const mayControl = mayControlPhones(role)
  const [query, changeQuery] = useDeviceQuery()
  const list = useDeviceList(query)
  const options = useScreenActor(deviceOptionsMachine, { input: { role } })
  const { regions, boxes } = useSelector(options, ({ context }) => context)
  const columns = useMemo(() => deviceColumns(t, regions, mayControl), [t, regions, mayControl])
  const [looked, setLooked] = useState<number>()
  const [checked, setChecked] = useState<readonly number[]>()

  const { rows } = list.getSnapshot().context
  const phoneOf = useCallback((id: number) => rows.byId(id), [rows])
  const phase = useSelector(list, (snapshot) => {
    if (snapshot.matches({ rows: 'loading' })) return 'loading'
    return snapshot.matches({ rows: 'failed' }) ? 'failed' : 'ready'
  })
  const failure = useSelector(list, ({ context }) => context.failure)
  const selected = useSelector(list, ({ context }) => context.selected)
  const total = useSelector(list, ({ context }) => context.rows.total)
  useSelector(list, ({ context }) => context.rows.size)
  const isLive = useSelector(list, (snapshot) => snapshot.matches({ connection: 'live' }))

  const control = (id: number) => void navigate(`/device1/remotely?id=${id}`)
  const observe = (ids: readonly number[]) => void navigate(`/remote/observe?id=${ids.join(',')}`)
  const open = ({ id, status }: Device) => {
    const reason = whyNoScreen(t, status)
    if (reason !== undefined) return notify({ kind: 'warning', text: reason })
    return mayControl ? control(id) : observe([id])
  }
  const copy = async (text: string) => {
    const isKept = await keepOnClipboard(text)
    notify(isKept ? { kind: 'success', text: t('devices.copied') } : { kind: 'warning', text: t('devices.copyFailed') })
  }

  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('devices.title')}</h1>
      <DataTable
        name="devices"
        label={t('devices.label')}
        columns={columns}
        rows={rows}
        phase={phase}
        failure={failure}
        sort={query.sort}
        onSort={(sort) => changeQuery({ sort: sort as DeviceQuery['sort'] })} // Only sortable columns answer, and by their field.
        selected={selected}
        onSelect={(ids) => list.send({ type: 'SELECT', ids })}
        onAction={(_action, device) => open(device)}
        renderRowMenu={(device) => (
          <DeviceMenu
            device={device}
            mayControl={mayControl}
            onControl={() => control(device.id)}
            onObserve={() => observe([device.id])}
            onProperties={() => setLooked(device.id)}
            onCopySerial={() => void copy(device.serial)}
          />
        )}
        onNearEnd={() => list.send({ type: 'NEAR_END' })}
        onRetry={() => list.send({ type: 'RETRY' })}
        onRefresh={() => list.send({ type: 'REFRESH' })}
        isLive={isLive}
        summary={{ total: t('devices.total', { n: total }), selected: t('devices.selected', { n: selected.size }) }}
        filters={<DeviceFilters query={query} regions={regions} boxes={boxes} onChange={changeQuery} />}
        selectionActions={
          <DeviceSelectionActions ids={[...selected]} phoneOf={phoneOf} onObserve={observe} onCheck={setChecked} />
        }
        empty={<DeviceEmpty onClear={letsAllDevicesThrough(query) ? undefined : () => changeQuery(everything)} />}
      />
      <Suspense>
        {looked !== undefined && (
          <DeviceProperties list={list} id={looked} regions={regions} onClose={() => setLooked(undefined)} />
        )}
        {checked !== undefined && <DeviceCheck ids={checked} phoneOf={phoneOf} onClose={() => setChecked(undefined)} />}
      </Suspense>
    </div>
  )
}
