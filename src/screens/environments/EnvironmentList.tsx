import { Button, Classes } from '@blueprintjs/core'
import {
  Add,
  Duplicate,
  FloppyDisk,
  FolderOpen,
  Hand,
  History,
  Import,
  NewPerson,
  Play,
  Reset,
  Shop,
  TimelineEvents,
  Trash,
} from '@blueprintjs/icons'
import { lazy } from 'react'
import { Link } from 'react-router-dom'
import { maxItemsOfJob, type EnvironmentAction } from '../../../domain/jobs.ts'
import {
  assignEnvironments,
  closeEnvironment,
  deleteEnvironments,
  fetchEnvironments,
  moveEnvironments,
  openEnvironment,
  runEnvironments,
  type Environment,
} from '../../api/environments.ts'
import { speakOfImporting } from '../../i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { JobHistory } from '../jobs/late-jobs.ts'
import { defineList } from '../lists/define-list.tsx'
import type { ChosenOf, Stage } from '../lists/list-definition.ts'
import { TimelinePanel } from '../events/late-timeline.ts'
import { AssignDialog, MoveDialog } from './ChoiceDialogs.tsx'
import { environmentColumns, environmentFilters, type OfEnvironments } from './environment-columns.ts'
import { EnvironmentDialog, NumberedDialog } from './EnvironmentDialog.tsx'
import { RecordsDialog } from './RecordsDialog.tsx'
import { useMarket, useMarketOptions } from './use-market.ts'

// It draws with @blueprintjs/table, and has words of its own, both of which the list itself does without.
const ImportDialog = lazy(async () => {
  const [file] = await Promise.all([import('./ImportDialog.tsx'), speakOfImporting()])
  return { default: file.ImportDialog }
})

type Chosen = ChosenOf<OfEnvironments>

interface Environments extends OfEnvironments {
  dialogs: {
    form: Environment | undefined
    batchAdd: undefined
    import: undefined
    records: Environment
    timeline: Environment
    move: Chosen
    assign: Chosen
    restore: Chosen
    jobs: number | undefined
  }
}

type OnStage = Stage<Environments>

const operate = (phone: number, { navigate }: OnStage) => navigate(`/device1/remotely?id=${phone}`)

function openOne({ id }: Environment, stage: OnStage): void {
  const { perform, t } = stage
  let phone: number | undefined
  perform({
    title: t('environments.whole.open'),
    target: { ids: [id] },
    call: openEnvironment(id, (opened) => (phone = opened)),
    after: () => phone !== undefined && operate(phone, stage),
  })
}

const closeOne = ({ id }: Environment, { perform, t }: OnStage) =>
  perform({ title: t('environments.whole.close'), target: { ids: [id] }, call: closeEnvironment(id) })

/** Does it with many, as a job. */
const runOn =
  (action: EnvironmentAction) =>
  ({ target }: Chosen, { call, market, open, notify, t }: OnStage) =>
    call(async (signal) => {
      const { job_id, missing } = await runEnvironments(market, action, target, signal)
      open('jobs', job_id)
      if (missing.length > 0) notify({ kind: 'warning', text: t('environments.missing', { count: missing.length }) })
    })

const tooMany = ({ count }: Chosen, { t }: OnStage) =>
  count > maxItemsOfJob ? t('environments.reason.tooMany', { n: maxItemsOfJob }) : undefined

const isOpen = ({ device_id }: Environment) => device_id !== null

/** The environments of a market (SPEC §2, /<market>/list), for managers and elements who have it among their modules. */
export const EnvironmentList = defineList<Environments>({
  uses() {
    const market = useMarket()
    const { regions, groups, members, refresh } = useMarketOptions(market)
    return { market, regions, groups, members, refreshOptions: refresh }
  },
  texts: 'environments',
  name: ({ market }) => `environments-${market}`,
  pages: ({ market }) => fetchEnvironments(market),
  firstSort: 'name',
  live: 'environment',
  columns: environmentColumns,
  filters: environmentFilters,
  title: ({ t, market }) => t('environments.title', { market: t(`environments.names.${market}`) }),
  nameOf: ({ name }) => name,
  actions: [
    [
      {
        key: 'work',
        text: 'environments.action.open',
        icon: <Play />,
        when: (row) => !isOpen(row),
        does: openOne,
        several: { reason: tooMany, does: runOn('open') },
      },
      {
        key: 'operate',
        icon: <Hand />,
        when: isOpen,
        does: ({ device_id: phone }, stage) => phone !== null && operate(phone, stage),
      },
      {
        key: 'close',
        icon: <FloppyDisk />,
        when: isOpen,
        does: closeOne,
        several: { reason: tooMany, does: runOn('close') },
      },
      { key: 'restore', icon: <Reset />, several: { reason: tooMany, opens: 'restore' } },
      { key: 'records', icon: <History />, text: 'environments.records.title', opens: 'records' },
      { key: 'timeline', icon: <TimelineEvents />, text: 'routes.timeline', opens: 'timeline' },
    ],
    [
      { key: 'edit' },
      { key: 'move', icon: <FolderOpen />, several: true, opens: 'move' },
      { key: 'assign', icon: <NewPerson />, operation: 'userList', several: true, opens: 'assign' },
    ],
    [
      {
        key: 'remove',
        reason: (row, { t }) => (isOpen(row) ? t('environments.reason.open') : undefined),
        several: {},
        batch: {
          call: (target, signal, { market }) => deleteEnvironments(market)(target, signal),
          title: 'environments.whole.delete',
          loses: ({ row, count }, { t }) => [
            row ? t('environments.loses.one', { name: row.name }) : t('environments.loses.many', { count }),
            t('environments.loses.warning'),
          ],
        },
      },
    ],
  ],
  takesMatching: true,
  exportCall: '/api/restful/v2/environment/export',
  exportWith: ({ market }) => ({ market }),
  add: { icon: <Add /> },
  tools: ({ t, open, market }) => (
    <>
      <Button
        variant="outlined"
        icon={<Duplicate />}
        text={t('environments.batchAdd')}
        onClick={() => open('batchAdd')}
      />
      <Button variant="outlined" icon={<Import />} text={t('environments.import')} onClick={() => open('import')} />
      <Button
        variant="outlined"
        icon={<History />}
        aria-label={t('environments.jobs')}
        title={t('environments.jobs')}
        onClick={() => open('jobs')}
      />
      <Link to={`/${market}/trash`} className={`${Classes.BUTTON} ${Classes.OUTLINED}`}>
        <Trash />
        <span>{t('environments.trash.title')}</span>
      </Link>
    </>
  ),
  emptyIcon: <Shop size={40} />,
  dialogs: {
    form: (environment, { saved, close, ...options }) => (
      <EnvironmentDialog
        market={options.market}
        options={options}
        environment={environment}
        onSaved={saved}
        onClose={close}
      />
    ),
    batchAdd: (_, { saved, close, ...options }) => (
      <NumberedDialog market={options.market} options={options} onSaved={saved} onClose={close} />
    ),
    import: (_, { market, saved, close, refreshOptions }) => (
      <ImportDialog market={market} onImported={saved} onClose={close} onGroups={refreshOptions} />
    ),
    records: (environment, { close }) => <RecordsDialog environment={environment} onClose={close} />,
    timeline: ({ id, name }, { close }) => <TimelinePanel of={{ environment_id: id }} name={name} onClose={close} />,
    move: (chosen, { groups, market, performChosen, close, t }) => (
      <MoveDialog
        count={chosen.count}
        groups={groups}
        onClose={close}
        onChosen={({ tags, mode }) =>
          performChosen(t('environments.whole.move'), chosen, moveEnvironments(market, tags, mode))
        }
      />
    ),
    assign: (chosen, { members, market, performChosen, close, t }) => (
      <AssignDialog
        count={chosen.count}
        members={members}
        onClose={close}
        onChosen={(owner) => performChosen(t('environments.whole.assign'), chosen, assignEnvironments(market, owner))}
      />
    ),
    restore: (chosen, stage) => (
      <ConfirmDialog
        title={stage.t('environments.restoreOf', { count: chosen.count })}
        loses={[stage.t('environments.restoreLoses')]}
        confirm={stage.t('environments.action.restore')}
        count={chosen.count}
        onConfirm={() => {
          stage.close()
          runOn('restore')(chosen, stage)
        }}
        onCancel={stage.close}
      />
    ),
    jobs: (first, { t, close }) => (
      <JobHistory key={first} of="everything" title={t('environments.jobs')} first={first} onClose={close} />
    ),
  },
})
