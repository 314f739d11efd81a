import { Duplicate, GlobeNetwork, Intersection, MobilePhone } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deviceOptionsMachine } from '../../machines/devices/device-options.ts'
import { fetchAddresses, type IpReportQuery, type IpReportRow } from '../../api/reports.ts'
import { AddressSources } from '../devices/AddressSources.tsx'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useResource } from '../lists/use-resource.ts'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { ipColumns, ipFilters } from './ip-columns.ts'

/** From which address each phone reaches the internet, and which of them are shared (SPEC §2, /report/list). */
export function IpReport() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const copy = useCopy()
  const options = useScreenActor(deviceOptionsMachine)
  const regions = useSelector(options, ({ context }) => context.regions)
  const addresses = useResource<IpReportRow, IpReportQuery>({
    name: 'ip-report',
    columns: useMemo(() => ipColumns(t, i18n.language, regions), [t, i18n.language, regions]),
    filters: useMemo(() => ipFilters(t), [t]),
    firstSort: 'address',
    fetchPage: fetchAddresses,
  })
  const open = ({ name }: IpReportRow) => void navigate(`/device/list?keyword=${encodeURIComponent(name)}`)

  const rowActions = (row: IpReportRow) => [
    [
      { key: 'open', text: t('reports.ip.open'), icon: <MobilePhone />, onPick: () => open(row) },
      {
        key: 'same',
        text: t('reports.ip.same'),
        icon: <Intersection />,
        onPick: () => addresses.change({ keyword: row.address }),
      },
    ],
    [{ key: 'copy', text: t('reports.ip.copy'), icon: <Duplicate />, onPick: () => void copy(row.address) }],
  ]

  return (
    <ResourceScreen
      resource={addresses}
      title={t('reports.ip.title')}
      unit="reports.ip.unit"
      nameOf={({ address, name }) => `${name} ${address}`}
      onOpen={open}
      rowActions={rowActions}
      exportCall="/api/restful/v2/report/ipexport"
      empty={{ icon: <GlobeNetwork size={40} />, title: t('reports.ip.none'), hint: t('reports.ip.noneHint') }}
    >
      <AddressSources />
    </ResourceScreen>
  )
}
