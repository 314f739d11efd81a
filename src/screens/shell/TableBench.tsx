import '@blueprintjs/core/lib/css/blueprint.css'
import '../../ui/blueprint.css'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device, DeviceStatus } from '../../api/devices.ts'
// The bench fills a table without a list around it.
// oxlint-disable-next-line no-restricted-imports
import { RowStore } from '../../api/row-store.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Selection } from '../../ui/data-table/selection.ts'
import { deviceColumns } from '../devices/device-columns.ts'
import { columnMakers } from '../lists/column-makers.ts'
import { patchOnScreen, startPatching } from './patching.ts'

declare global {
  interface Window {
    /** So many changes a second arrive from now on. */
    startPatches: (perSecond: number) => void
    stopPatches: () => void
    /** Names a row that is on the screen anew. */
    nameOnScreen: (name: string) => void
  }
}

const count = Number(new URLSearchParams(location.search).get('rows'))
const statuses: readonly DeviceStatus[] = ['idle', 'in_use', 'booting', 'offline']

const phone = (id: number): Device => ({
  id,
  name: `B${String(Math.ceil(id / 40)).padStart(4, '0')}-${String((id % 40) + 1).padStart(2, '0')}`,
  serial: `PD${id.toString(16).toUpperCase().padStart(7, '0')}`,
  box_id: Math.ceil(id / 40),
  box_name: `B${String(Math.ceil(id / 40)).padStart(4, '0')}`,
  slot: (id % 40) + 1,
  owner_id: 4,
  owner_name: 'manager',
  region: 'us-west',
  model: 'Pixel 8',
  android_version: '14',
  resolution: '720x1280',
  status: statuses[id % statuses.length] ?? 'idle',
  status_reason: null,
  battery: id % 101,
  temperature: 31.5,
  cpu: id % 97,
  memory: id % 89,
  storage: id % 83,
  egress_ip: `10.${id >> 16}.${(id >> 8) & 255}.${id & 255}`,
  egress_country: null,
  egress_isp: null,
  proxy: null,
  environment: null,
  in_use_by: id % 4 === 1 ? { id: 5, user_name: 'element' } : null,
  in_use_since: null,
  last_seen_at: 1_700_000_000_000 + id,
  note: '',
  start_settings: {},
})

function fullStore(): RowStore<Device> {
  const rows = new RowStore<Device>()
  const items = Array.from({ length: count }, (_, index) => phone(index + 1))
  rows.replace({ items, total: count }, rows.depart())
  return rows
}

const rows = fullStore()
let stop: () => void = () => undefined
window.startPatches = (perSecond) => {
  stop()
  stop = startPatching(rows, perSecond)
}
window.stopPatches = () => stop()
window.nameOnScreen = (name) => patchOnScreen(rows, { name })

/** For `npm run bench`: the table of phones, with as many rows, `?rows=100000`, and as many changes as one likes. */
export function TableBench() {
  const { t } = useTranslation()
  const [selected, setSelected] = useState<Selection>(new Set())
  const columns = useMemo(() => deviceColumns(columnMakers(t, 'devices'), { t, regions: [], role: 'admin' }), [t])

  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100vh', padding: 10 }}>
      <h1 style={{ margin: 0, fontSize: 14 }}>Table</h1>
      <DataTable
        name="bench"
        label="Table"
        columns={columns}
        rows={rows}
        phase="ready"
        failure=""
        sort="name"
        onSort={() => undefined}
        selected={selected}
        onSelect={setSelected}
        onAction={() => undefined}
        renderRowMenu={({ name }) => <p>{name}</p>}
        onNearEnd={() => undefined}
        onRetry={() => undefined}
        onRefresh={() => undefined}
        summary={{ total: String(count), selected: '' }}
        filters={undefined}
        selectionActions={undefined}
        empty={<p />}
      />
    </div>
  )
}
