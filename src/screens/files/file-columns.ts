import type { TFunction } from 'i18next'
import type { FileStatus, StoredFile } from '../../api/files.ts'
import { byteText } from '../../ui/byte-text.ts'
import type { Column } from '../../ui/data-table/columns.ts'
import { momentText } from '../../ui/moment.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import type { Texts } from '../../../texts/catalogue.ts'

const tones: Readonly<Record<FileStatus, Tone>> = {
  uploading: 'busy',
  checking: 'busy',
  ready: 'ok',
  damaged: 'danger',
}

/** Why a file can't be downloaded now; undefined where it can. */
export function whyNoDownload(t: TFunction, { status }: StoredFile): string | undefined {
  if (status === 'uploading') return t('files.reason.notHere')
  return status === 'damaged' ? t('files.reason.damaged') : undefined
}

/** The columns of the list of files. */
export function fileColumns(t: TFunction): Column<StoredFile>[] {
  const header = (field: keyof Texts['files']['field']) => t(`files.field.${field}`)
  return [
    {
      key: 'name',
      header: header('name'),
      kind: 'link',
      width: 220,
      sortable: true,
      render: (file) => ({ id: 'open', label: file.name, reason: whyNoDownload(t, file) }),
    },
    {
      key: 'size',
      header: header('size'),
      kind: 'text',
      width: 84,
      align: 'right',
      sortable: true,
      render: ({ size }) => byteText(size),
    },
    {
      key: 'status',
      header: header('status'),
      kind: 'status',
      width: 120,
      render: ({ status, received, size }) => ({
        tone: tones[status],
        text: t(`files.status.${status}`, { percent: Math.floor((received / size) * 100) }),
      }),
    },
    {
      key: 'sha256',
      header: header('sha256'),
      kind: 'text',
      width: 200,
      mono: true,
      render: ({ sha256 }) => sha256,
    },
    { key: 'owner', header: header('owner'), kind: 'text', width: 100, render: ({ owner_name }) => owner_name },
    {
      key: 'created_at',
      header: header('created'),
      kind: 'text',
      width: 150,
      mono: true,
      sortable: true,
      render: ({ created_at }) => momentText(created_at),
    },
    { key: 'note', header: header('note'), kind: 'text', width: 140, render: ({ note }) => note },
    {
      key: 'actions',
      header: header('actions'),
      kind: 'actions',
      width: 90,
      align: 'right',
      render: (file) => [
        { id: 'open', label: t('files.action.download'), reason: whyNoDownload(t, file) },
        { id: 'menu', label: '⋯' },
      ],
    },
  ]
}
