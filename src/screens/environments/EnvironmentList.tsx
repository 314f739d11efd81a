import { Add, Duplicate, Import, Shop, Trash } from '@blueprintjs/icons'
import { lazy } from 'react'
import { deleteEnvironments, fetchEnvironments } from '../../api/environments.ts'
import { speakOf } from '../../i18n/i18n.ts'
import { timelineOf } from '../events/timeline-action.tsx'
import { defineList } from '../lists/define-list.tsx'
import type { Tool } from '../lists/list-definition.ts'
import { assigning, moving } from './choice-actions.tsx'
import { environmentColumns, environmentFilters, type OfEnvironments } from './environment-columns.ts'
import { EnvironmentDialog, NumberedDialog } from './EnvironmentDialog.tsx'
import { closing, isOpen, jobsOfEnvironments, open, opening, operating, restoring } from './opening-actions.tsx'
import { showingRecords } from './RecordsDialog.tsx'
import { useMarketOptions } from './use-market.ts'

// It draws with @blueprintjs/table, and has words of its own, both of which the list itself does without.
const ImportDialog = lazy(async () => {
  const [file] = await Promise.all([import('./ImportDialog.tsx'), speakOf('importing')])
  return { default: file.ImportDialog }
})

const importing: Tool<OfEnvironments> = {
  text: 'environments.import',
  icon: <Import />,
  shows: ({ market, saved, close, refreshOptions }) => (
    <ImportDialog market={market} onImported={saved} onClose={close} onGroups={refreshOptions} />
  ),
}

/** The environments of a market (SPEC §2, /<market>/list), for managers and elements who have it among their modules. */
export const EnvironmentList = defineList<OfEnvironments>({
  uses: useMarketOptions,
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
    [opening, operating, closing, restoring, showingRecords, timelineOf('environment_id')],
    [{ key: 'edit' }, moving, assigning],
    [
      {
        key: 'remove',
        reason: (row, { t }) => (isOpen(row) ? t('environments.reason.open') : undefined),
        several: true,
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
  form: (environment, stage) => (
    <EnvironmentDialog
      environment={environment}
      options={stage}
      onSaved={stage.saved}
      onClose={stage.close}
      onOpen={(added) => open(added, stage)}
    />
  ),
  add: { icon: <Add /> },
  tools: [
    {
      text: 'environments.batchAdd',
      icon: <Duplicate />,
      shows: ({ saved, close, ...options }) => <NumberedDialog options={options} onSaved={saved} onClose={close} />,
    },
    importing,
    { ...jobsOfEnvironments.tool, look: 'icon' },
    { text: 'environments.trash.title', icon: <Trash />, to: ({ market }) => `/${market}/trash` },
  ],
  empty: { icon: <Shop size={40} />, next: [importing] },
})
