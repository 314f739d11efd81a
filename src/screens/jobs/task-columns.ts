import type { TFunction } from 'i18next'
import type { Task } from '../../api/tasks.ts'
import { momentText } from '../../ui/moment.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { actionText, shownJobState } from './job-words.ts'
import { targetText } from './target-words.ts'

/** `30 9 * * 1-5 · Asia/Shanghai`, or the one time. */
const scheduleText = ({ cron, once_at, timezone }: Task['schedule']): string =>
  cron === undefined ? momentText(once_at ?? 0).slice(0, 16) : `${cron} · ${timezone}`

export const taskColumns = (t: TFunction): Column<Task>[] => [
  {
    key: 'name',
    header: t('jobs.field.name'),
    kind: 'link',
    width: 170,
    sortable: true,
    render: ({ name }) => ({ id: 'open', label: name }),
  },
  {
    key: 'enabled',
    header: t('jobs.field.state'),
    kind: 'status',
    width: 90,
    render: ({ enabled }) => (enabled ? { tone: 'ok', text: t('jobs.on') } : { tone: 'off', text: t('jobs.off') }),
  },
  {
    key: 'work',
    header: t('jobs.field.work'),
    kind: 'text',
    width: 150,
    render: ({ script_name, work }) =>
      script_name ?? actionText(t, { action: work.action ?? 'reboot', name: work.package ?? '' }),
  },
  {
    key: 'targets',
    header: t('jobs.field.targets'),
    kind: 'text',
    width: 130,
    render: ({ targets }) => targetText(t, targets),
  },
  {
    key: 'schedule',
    header: t('jobs.field.schedule'),
    kind: 'text',
    width: 250,
    mono: true,
    render: ({ schedule }) => scheduleText(schedule),
  },
  {
    key: 'next_run_at',
    header: t('jobs.field.next'),
    kind: 'text',
    width: 140,
    sortable: true,
    render: ({ next_run_at }) => (next_run_at === null ? null : momentText(next_run_at).slice(0, 16)),
  },
  {
    key: 'last_state',
    header: t('jobs.field.last'),
    kind: 'text',
    width: 100,
    render: ({ last_job_state }) => (last_job_state === null ? null : shownJobState(t, last_job_state).text),
  },
  {
    key: 'last_job_at',
    header: t('jobs.field.last'),
    kind: 'since',
    width: 100,
    align: 'right',
    hidden: true,
    render: ({ last_job_at }) => last_job_at,
  },
  { key: 'note', header: t('jobs.field.note'), kind: 'text', width: 160, hidden: true, render: ({ note }) => note },
  {
    key: 'actions',
    header: t('jobs.field.actions'),
    kind: 'actions',
    width: 130,
    align: 'right',
    render: () => [
      { id: 'history', label: t('jobs.action.history') },
      { id: 'menu', label: '⋯' },
    ],
  },
]
