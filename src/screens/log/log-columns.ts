import type { TFunction } from 'i18next'
import type { LogEntry } from '../../api/log.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import { actionText, resultTone, targetText } from './log-words.ts'
import type { Texts } from '../../../texts/catalogue.ts'

/** The columns of the operation log: when, who, what, to what, from where, and what became of it. */
export function logColumns(t: TFunction): Column<LogEntry>[] {
  const header = (field: keyof Texts['log']['field']) => t(`log.field.${field}`)
  return [
    {
      key: 'at',
      header: header('at'),
      kind: 'text',
      width: 160,
      mono: true,
      sortable: true,
      render: ({ at }) => momentText(at),
    },
    {
      key: 'user',
      header: header('user'),
      kind: 'text',
      width: 110,
      render: ({ user_name }) => user_name || t('log.server'),
    },
    {
      key: 'action',
      header: header('action'),
      kind: 'link',
      width: 140,
      render: ({ action }) => ({ id: 'open', label: actionText(t, action) }),
    },
    { key: 'target', header: header('target'), kind: 'text', width: 200, render: (entry) => targetText(t, entry) },
    {
      key: 'result',
      header: header('result'),
      kind: 'status',
      width: 90,
      render: ({ result }) => ({ tone: resultTone[result], text: t(`log.results.${result}`) }),
    },
    { key: 'ip', header: header('ip'), kind: 'text', width: 130, mono: true, render: ({ ip }) => ip },
    {
      key: 'detail',
      header: header('detail'),
      kind: 'text',
      width: 80,
      render: ({ has_detail }) => (has_detail ? t('log.hasDetail') : null),
    },
    {
      key: 'id',
      header: header('id'),
      kind: 'text',
      width: 70,
      align: 'right',
      mono: true,
      hidden: true,
      render: ({ id }) => String(id),
    },
    {
      key: 'actions',
      header: t('log.open'),
      kind: 'actions',
      width: 130,
      align: 'right',
      render: ({ undo }) => [
        ...(undo === 'open' ? [{ id: 'undo', label: t('log.undo.action') }] : []),
        { id: 'open', label: t('log.open') },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
