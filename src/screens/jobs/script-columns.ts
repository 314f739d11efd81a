import type { TFunction } from 'i18next'
import type { Script } from '../../api/scripts.ts'
import type { Column } from '../../ui/data-table/columns.ts'

export const scriptColumns = (t: TFunction): Column<Script>[] => [
  {
    key: 'name',
    header: t('jobs.field.name'),
    kind: 'link',
    width: 180,
    sortable: true,
    render: ({ name }) => ({ id: 'open', label: name }),
  },
  {
    key: 'description',
    header: t('jobs.field.description'),
    kind: 'text',
    width: 300,
    render: ({ description }) => description,
  },
  {
    key: 'parameters',
    header: t('jobs.field.parameters'),
    kind: 'text',
    width: 140,
    mono: true,
    render: ({ parameters }) => parameters.map(({ name }) => name).join(' ') || null,
  },
  {
    key: 'tasks',
    header: t('jobs.field.tasks'),
    kind: 'text',
    width: 90,
    align: 'right',
    render: ({ task_count }) => (task_count === 0 ? null : String(task_count)),
  },
  {
    key: 'author',
    header: t('jobs.field.author'),
    kind: 'text',
    width: 100,
    render: ({ created_by_name }) => created_by_name,
  },
  {
    key: 'updated_at',
    header: t('jobs.field.updated'),
    kind: 'since',
    width: 100,
    align: 'right',
    sortable: true,
    render: ({ updated_at }) => updated_at,
  },
  {
    key: 'actions',
    header: t('jobs.field.actions'),
    kind: 'actions',
    width: 100,
    align: 'right',
    render: () => [
      { id: 'run', label: t('jobs.action.run') },
      { id: 'menu', label: '⋯' },
    ],
  },
]
