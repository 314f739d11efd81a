import { Button, Classes } from '@blueprintjs/core'
import {
  Add,
  Duplicate,
  Edit,
  FloppyDisk,
  FolderOpen,
  Hand,
  History,
  Import,
  NewPerson,
  Play,
  Reset,
  Shop,
  Trash,
} from '@blueprintjs/icons'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { maxItemsOfJob, type EnvironmentAction } from '../../../domain/jobs.ts'
import { mayCall } from '../../permissions.ts'
import {
  assignEnvironments,
  closeEnvironment,
  deleteEnvironments,
  fetchEnvironments,
  moveEnvironments,
  openEnvironment,
  runEnvironments,
  type Environment,
  type EnvironmentQuery,
} from '../../api/environments.ts'
import type { BegunJob } from '../../api/jobs.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useResource } from '../lists/use-resource.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { useCurrentUser, useNotify } from '../session/session-context.tsx'
import { AssignDialog, MoveDialog } from './ChoiceDialogs.tsx'
import { environmentColumns } from './environment-columns.ts'
import { EnvironmentDialog, NumberedDialog } from './EnvironmentDialog.tsx'
import { environmentFilters } from './environment-filters.ts'
import { RecordsDialog } from './RecordsDialog.tsx'
import { useMarket, useMarketOptions } from './use-market.ts'

const JobHistory = lazy(async () => ({ default: (await import('../jobs/JobHistory.tsx')).JobHistory }))
// It draws with @blueprintjs/table, which the list itself does without.
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog.tsx')).ImportDialog }))

type Target = BatchTarget<EnvironmentQuery>

/** What stands before the list. */
type Open =
  | { dialog: 'add' | 'batchAdd' | 'import' }
  | { dialog: 'edit' | 'records'; environment: Environment }
  | { dialog: 'move' | 'assign' | 'restore'; target: Target; count: number }
  | { dialog: 'jobs'; first?: number }

/** The environments of a market (SPEC §2, /<market>/list), for managers and elements who have it among their modules. */
export function EnvironmentList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const market = useMarket()
  const notify = useNotify()
  const { role } = useCurrentUser()
  const options = useMarketOptions(market)
  const { regions, groups, members } = options
  const inMarket = useMemo(() => ({ market }), [market])
  const environments = useResource<Environment, EnvironmentQuery>({
    name: `environments-${market}`,
    columns: useMemo(() => environmentColumns(t, regions, groups), [t, regions, groups]),
    filters: useMemo(() => environmentFilters(t, role, market, regions), [t, role, market, regions]),
    firstSort: 'name',
    fetchPage: fetchEnvironments(market),
    live: 'environment',
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const saved = () => {
    close()
    environments.refresh()
  }
  const operate = (deviceId: number) => void navigate(`/device1/remotely?id=${deviceId}`)
  const openOne = (id: number) => {
    let phone: number | undefined
    environments.perform({
      title: t('environments.whole.open'),
      target: { ids: [id] },
      call: openEnvironment(id, (opened) => (phone = opened)),
      after: () => phone !== undefined && operate(phone),
    })
  }
  const closeOne = (id: number) =>
    environments.perform({ title: t('environments.whole.close'), target: { ids: [id] }, call: closeEnvironment(id) })
  const running = useSingleCall<BegunJob>(({ job_id, missing }) => {
    setOpen({ dialog: 'jobs', first: job_id })
    if (missing.length > 0) notify({ kind: 'warning', text: t('environments.missing', { count: missing.length }) })
  })
  const runOn = (action: EnvironmentAction) => (target: Target) =>
    running.call((signal) => runEnvironments(market, action, target, signal))
  const isTeam = mayCall(role, 'userList')

  const remove = (target: Target, what: string) =>
    environments.perform({
      title: t('environments.whole.delete'),
      target,
      call: deleteEnvironments(market),
      loses: { what: [what, t('environments.loses.warning')], confirm: t('environments.delete') },
    })
  const change = (target: Target, isGiven: boolean) => [
    {
      key: 'move',
      text: t('environments.move'),
      icon: <FolderOpen />,
      onPick: () => setOpen({ dialog: 'move', target, count: 1 }),
    },
    ...(isGiven
      ? [
          {
            key: 'assign',
            text: t('environments.assign'),
            icon: <NewPerson />,
            onPick: () => setOpen({ dialog: 'assign', target, count: 1 }),
          },
        ]
      : []),
  ]
  const rowActions = (environment: Environment) => {
    const { id, name, device_id } = environment
    const work =
      device_id === null
        ? [{ key: 'open', text: t('environments.open'), icon: <Play />, onPick: () => openOne(id) }]
        : [
            { key: 'operate', text: t('environments.operate'), icon: <Hand />, onPick: () => operate(device_id) },
            { key: 'close', text: t('environments.close'), icon: <FloppyDisk />, onPick: () => closeOne(id) },
          ]
    return [
      [
        ...work,
        {
          key: 'records',
          text: t('environments.records.title'),
          icon: <History />,
          onPick: () => setOpen({ dialog: 'records', environment }),
        },
      ],
      [
        {
          key: 'edit',
          text: t('environments.edit'),
          icon: <Edit />,
          onPick: () => setOpen({ dialog: 'edit', environment }),
        },
        ...change({ ids: [id] }, isTeam),
      ],
      [
        {
          key: 'delete',
          text: t('environments.delete'),
          icon: <Trash />,
          intent: 'danger' as const,
          reason: device_id === null ? undefined : t('environments.reason.open'),
          onPick: () => remove({ ids: [id] }, t('environments.loses.one', { name })),
        },
      ],
    ]
  }
  const selectionActions = (count: number) => {
    const tooMany = count > maxItemsOfJob ? t('environments.reason.tooMany', { n: maxItemsOfJob }) : undefined
    return [
      { key: 'open', text: t('environments.open'), icon: <Play />, reason: tooMany, onPick: runOn('open') },
      { key: 'close', text: t('environments.close'), icon: <FloppyDisk />, reason: tooMany, onPick: runOn('close') },
      {
        key: 'restore',
        text: t('environments.restore'),
        icon: <Reset />,
        reason: tooMany,
        onPick: (target: Target) => setOpen({ dialog: 'restore', target, count }),
      },
      {
        key: 'move',
        text: t('environments.move'),
        icon: <FolderOpen />,
        onPick: (target: Target) => setOpen({ dialog: 'move', target, count }),
      },
      ...(isTeam
        ? [
            {
              key: 'assign',
              text: t('environments.assign'),
              icon: <NewPerson />,
              onPick: (target: Target) => setOpen({ dialog: 'assign', target, count }),
            },
          ]
        : []),
      {
        key: 'delete',
        text: t('environments.delete'),
        icon: <Trash />,
        intent: 'danger' as const,
        onPick: (target: Target) => remove(target, t('environments.loses.many', { count })),
      },
    ]
  }
  const add = (
    <Button intent="primary" icon={<Add />} text={t('environments.add')} onClick={() => setOpen({ dialog: 'add' })} />
  )

  return (
    <ResourceScreen
      resource={environments}
      title={t('environments.title', { market: t(`environments.names.${market}`) })}
      unit="environments.unit"
      nameOf={({ name }) => name}
      onOpen={(environment) => setOpen({ dialog: 'edit', environment })}
      onAction={(_work, { id, device_id }) => (device_id === null ? openOne(id) : operate(device_id))}
      rowActions={rowActions}
      selectionActions={selectionActions}
      takesMatching
      exportCall="/api/restful/v2/environment/export"
      exportWith={inMarket}
      tools={
        <>
          {add}
          <Button
            variant="outlined"
            icon={<Duplicate />}
            text={t('environments.batchAdd')}
            onClick={() => setOpen({ dialog: 'batchAdd' })}
          />
          <Button
            variant="outlined"
            icon={<Import />}
            text={t('environments.import')}
            onClick={() => setOpen({ dialog: 'import' })}
          />
          <Button
            variant="outlined"
            icon={<History />}
            aria-label={t('environments.jobs')}
            title={t('environments.jobs')}
            onClick={() => setOpen({ dialog: 'jobs' })}
          />
          <Link to={`/${market}/trash`} className={`${Classes.BUTTON} ${Classes.OUTLINED}`}>
            <Trash />
            <span>{t('environments.trash.title')}</span>
          </Link>
        </>
      }
      empty={{
        icon: <Shop size={40} />,
        title: t('environments.empty.none'),
        hint: t('environments.empty.noneHint'),
        action: add,
      }}
    >
      {open?.dialog === 'add' && (
        <EnvironmentDialog market={market} options={options} onSaved={saved} onClose={close} />
      )}
      {open?.dialog === 'edit' && (
        <EnvironmentDialog
          market={market}
          options={options}
          environment={open.environment}
          onSaved={saved}
          onClose={close}
        />
      )}
      {open?.dialog === 'records' && <RecordsDialog environment={open.environment} onClose={close} />}
      {open?.dialog === 'batchAdd' && (
        <NumberedDialog market={market} options={options} onSaved={saved} onClose={close} />
      )}
      {open?.dialog === 'move' && (
        <MoveDialog
          count={open.count}
          groups={groups}
          onClose={close}
          onChosen={({ tags, mode }) => {
            close()
            const call = moveEnvironments(market, tags, mode)
            environments.perform({ title: t('environments.whole.move'), target: open.target, call })
          }}
        />
      )}
      {open?.dialog === 'assign' && (
        <AssignDialog
          count={open.count}
          members={members}
          onClose={close}
          onChosen={(ownerId) => {
            close()
            const call = assignEnvironments(market, ownerId)
            environments.perform({ title: t('environments.whole.assign'), target: open.target, call })
          }}
        />
      )}
      {open?.dialog === 'restore' && (
        <ConfirmDialog
          title={t('environments.restoreOf', { count: open.count })}
          loses={[t('environments.restoreLoses')]}
          confirm={t('environments.restore')}
          count={open.count}
          onConfirm={() => {
            close()
            runOn('restore')(open.target)
          }}
          onCancel={close}
        />
      )}
      <Suspense>
        {open?.dialog === 'jobs' && (
          <JobHistory
            key={open.first}
            of="everything"
            title={t('environments.jobs')}
            {...(open.first !== undefined && { first: open.first })}
            onClose={close}
          />
        )}
        {open?.dialog === 'import' && <ImportDialog market={market} onImported={saved} onClose={close} />}
      </Suspense>
    </ResourceScreen>
  )
}
