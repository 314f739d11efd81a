import { Database, Offline, Satellite } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeTunnels, fetchBoxes, type Box, type BoxQuery, type TunnelState } from '../../api/boxes.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { identityColumns } from './box-columns.ts'
import { boxFilters } from './box-filters.ts'
import { TunnelDialog } from './TunnelDialog.tsx'
import { useBoxChoices } from './use-box-choices.ts'
import { reasonText } from '../../../texts/reason.ts'
import type { Texts } from '../../../texts/catalogue.ts'

const tones: Readonly<Record<TunnelState, Tone>> = {
  closed: 'off',
  waiting: 'idle',
  starting: 'busy',
  running: 'ok',
  failed: 'danger',
  missing: 'warn',
}

/** The columns: how each box's tunnel fares, where it leads, and why it does not. */
function tunnelColumns(t: TFunction): Column<Box>[] {
  const header = (field: keyof Texts['boxes']['field']) => t(`boxes.field.${field}`)
  return [
    ...identityColumns(t, 'open'),
    {
      key: 'tunnel',
      header: header('tunnel'),
      kind: 'status',
      width: 110,
      render: ({ frp }) =>
        frp === null
          ? { tone: 'off', text: t('boxes.frp.none') }
          : { tone: tones[frp.state], text: t(`boxes.frp.states.${frp.state}`) },
    },
    { key: 'since', header: header('since'), kind: 'since', width: 90, render: ({ frp }) => frp?.since ?? null },
    {
      key: 'server',
      header: header('server'),
      kind: 'text',
      width: 170,
      mono: true,
      render: ({ frp }) => frp && `${frp.server_address}:${frp.server_port}`,
    },
    {
      key: 'remote_port',
      header: header('remotePort'),
      kind: 'text',
      width: 76,
      align: 'right',
      mono: true,
      render: ({ frp }) => frp && String(frp.remote_port),
    },
    {
      key: 'local_port',
      header: header('localPort'),
      kind: 'text',
      width: 76,
      align: 'right',
      mono: true,
      render: ({ frp }) => frp && String(frp.local_port),
    },
    {
      key: 'reason',
      header: header('reason'),
      kind: 'text',
      width: 150,
      render: ({ frp }) => reasonText(t, frp?.reason ?? null) || null,
    },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 120,
      align: 'right',
      render: ({ frp }) => [
        { id: 'open', label: t(frp?.enabled === true ? 'boxes.frp.change' : 'boxes.frp.open') },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}

/** Remote maintenance (SPEC §2, /box/open): a tunnel from a box through the operator's own frp server. */
export function OpenFrp() {
  const { t } = useTranslation()
  const { role } = useCurrentUser()
  const { regions } = useBoxChoices(role)
  const boxes = useResource<Box, BoxQuery>({
    name: 'tunnels',
    columns: useMemo(() => tunnelColumns(t), [t]),
    filters: useMemo(() => boxFilters(t, role, regions), [t, role, regions]),
    firstSort: 'name',
    fetchPage: fetchBoxes,
    live: 'box',
  })
  const [opened, setOpened] = useState<Box>()
  const close = (ids: readonly number[]) =>
    boxes.perform({
      title: t('boxes.frp.close'),
      target: { ids: [...ids] },
      call: closeTunnels,
      loses: { what: [t('boxes.frp.loses', { count: ids.length })], confirm: t('boxes.frp.confirmClose') },
    })

  const rowActions = (box: Box) => [
    [
      {
        key: 'open',
        text: t(box.frp?.enabled === true ? 'boxes.frp.change' : 'boxes.frp.open'),
        icon: <Satellite />,
        onPick: () => setOpened(box),
      },
      {
        key: 'close',
        text: t('boxes.frp.close'),
        icon: <Offline />,
        intent: 'danger' as const,
        reason: box.frp?.enabled === true ? undefined : t('boxes.frp.noneYet'),
        onPick: () => close([box.id]),
      },
    ],
  ]

  return (
    <ResourceScreen
      resource={boxes}
      title={t('boxes.frp.title')}
      unit="boxes.unit"
      nameOf={({ name }) => name}
      onOpen={setOpened}
      rowActions={rowActions}
      empty={{ icon: <Database size={40} />, title: t('boxes.frp.empty.title'), hint: t('boxes.frp.empty.hint') }}
    >
      {opened !== undefined && (
        <TunnelDialog
          box={opened}
          onSaved={() => {
            setOpened(undefined)
            boxes.refresh()
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </ResourceScreen>
  )
}
