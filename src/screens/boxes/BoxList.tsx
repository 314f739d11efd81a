import { Button } from '@blueprintjs/core'
import {
  Add,
  CircleArrowUp,
  Database,
  Duplicate,
  Edit,
  Key,
  MobilePhone,
  Satellite,
  Trash,
  WarningSign,
} from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import { fetchBoxes, removeBoxes, type Box, type BoxQuery, type BoxToken } from '../../api/boxes.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { boxColumns } from './box-columns.ts'
import { boxFilters } from './box-filters.ts'
import { EditBox } from './EditBox.tsx'
import { Enrolment } from './Enrolment.tsx'
import { NewBox } from './NewBox.tsx'
import { RefusedPhones } from './RefusedPhones.tsx'
import { ReplaceToken } from './ReplaceToken.tsx'
import { UpgradeAgent } from './UpgradeAgent.tsx'
import { useBoxChoices } from './use-box-choices.ts'

type Shown =
  | { what: 'new' }
  | { what: 'edit' | 'token' | 'upgrade' | 'refused'; box: Box }
  | { what: 'enrolment'; token: BoxToken }

/** The list of boxes (SPEC §2, /box/): who changes them is decided by the contract, security only looks. */
export function BoxList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const copy = useCopy()
  const { role } = useCurrentUser()
  const mayChange = mayCall(role, 'boxEdit')
  const choices = useBoxChoices(role)
  const { regions } = choices
  const boxes = useResource<Box, BoxQuery>({
    name: 'boxes',
    columns: useMemo(() => boxColumns(t, regions, mayChange), [t, regions, mayChange]),
    filters: useMemo(() => boxFilters(t, role, regions), [t, role, regions]),
    firstSort: 'name',
    fetchPage: fetchBoxes,
    live: 'box',
  })
  const [shown, setShown] = useState<Shown>()
  // The dialogs that show their box live; nothing else of the screen is drawn again because a row changed.
  useSelector(boxes.list, ({ context }) =>
    shown?.what === 'enrolment' || shown?.what === 'refused' ? context.version : 0,
  )
  const close = () => setShown(undefined)
  const showToken = (token: BoxToken) => {
    setShown({ what: 'enrolment', token })
    boxes.refresh()
  }

  const showDevices = ({ id }: Box) => void navigate(`/device/list?box_id=${id}`)
  const remove = (ids: readonly number[], loses: string) =>
    boxes.perform({
      title: t('boxes.action.remove'),
      target: { ids: [...ids] },
      call: removeBoxes,
      loses: { what: [loses], confirm: t('boxes.confirmRemove', { count: ids.length }) },
    })
  const rowActions = (box: Box) => {
    const reason = mayChange ? undefined : t('boxes.reason.mayNotChange')
    const online = box.online_phone_count
    return [
      [
        {
          key: 'edit',
          text: t('boxes.action.edit'),
          icon: <Edit />,
          reason,
          onPick: () => setShown({ what: 'edit', box }),
        },
        { key: 'devices', text: t('boxes.action.devices'), icon: <MobilePhone />, onPick: () => showDevices(box) },
        { key: 'code', text: t('boxes.action.copyCode'), icon: <Duplicate />, onPick: () => void copy(box.code) },
      ],
      ...(box.agent_outdated
        ? [
            [
              {
                key: 'upgrade',
                text: t('boxes.action.upgrade'),
                icon: <CircleArrowUp />,
                onPick: () => setShown({ what: 'upgrade', box }),
              },
            ],
          ]
        : []),
      ...(box.refused.length > 0
        ? [
            [
              {
                key: 'refused',
                text: t('boxes.refused.action'),
                icon: <WarningSign />,
                onPick: () => setShown({ what: 'refused', box }),
              },
            ],
          ]
        : []),
      [
        {
          key: 'token',
          text: t('boxes.action.token'),
          icon: <Key />,
          reason,
          onPick: () => setShown({ what: 'token', box }),
        },
        ...(mayCall(role, 'maintainFrp')
          ? [
              {
                key: 'frp',
                text: t('boxes.action.tunnel'),
                icon: <Satellite />,
                onPick: () => void navigate(`/box/open?keyword=${encodeURIComponent(box.code)}`),
              },
            ]
          : []),
      ],
      [
        {
          key: 'remove',
          text: t('boxes.action.remove'),
          icon: <Trash />,
          intent: 'danger' as const,
          reason: reason ?? (online > 0 ? t('boxes.reason.hasPhones', { count: online }) : undefined),
          onPick: () => remove([box.id], t('boxes.loses', { name: box.name, n: box.phone_count })),
        },
      ],
    ]
  }
  const add = (
    <Button intent="primary" icon={<Add />} text={t('boxes.action.add')} onClick={() => setShown({ what: 'new' })} />
  )

  const selectionActions = mayChange
    ? (count: number) => [
        {
          key: 'remove',
          text: t('boxes.action.remove'),
          icon: <Trash />,
          intent: 'danger' as const,
          onPick: (target: BatchTarget<BoxQuery>) =>
            'ids' in target && remove(target.ids, t('boxes.losesSeveral', { count })),
        },
      ]
    : undefined

  return (
    <ResourceScreen
      resource={boxes}
      title={t('boxes.title')}
      unit="boxes.unit"
      nameOf={({ name }) => name}
      onOpen={(box) => (mayChange ? setShown({ what: 'edit', box }) : showDevices(box))}
      onAction={(action, box) =>
        action === 'edit' || action === 'refused' ? setShown({ what: action, box }) : showDevices(box)
      }
      rowActions={rowActions}
      selectionActions={selectionActions}
      tools={mayChange ? add : undefined}
      empty={{
        icon: <Database size={40} />,
        title: t('boxes.empty.title'),
        hint: t('boxes.empty.hint'),
        action: mayChange ? add : undefined,
      }}
    >
      {shown?.what === 'new' && <NewBox choices={choices} onAdded={showToken} onClose={close} />}
      {shown?.what === 'edit' && (
        <EditBox
          box={shown.box}
          choices={choices}
          onSaved={() => {
            close()
            boxes.refresh()
          }}
          onClose={close}
        />
      )}
      {shown?.what === 'token' && <ReplaceToken box={shown.box} onReplaced={showToken} onClose={close} />}
      {shown?.what === 'upgrade' && <UpgradeAgent box={shown.box} onClose={close} />}
      {shown?.what === 'refused' && <RefusedPhones box={boxes.rowOf(shown.box.id) ?? shown.box} onClose={close} />}
      {shown?.what === 'enrolment' && (
        <Enrolment token={shown.token} box={boxes.rowOf(shown.token.box.id)} onClose={close} />
      )}
    </ResourceScreen>
  )
}
