import { CloudUpload, Download, Duplicate } from '@blueprintjs/icons'
import { mayCall } from '../../permissions.ts'
import {
  deleteFiles,
  downloadFile,
  fetchFiles,
  type FileQuery,
  type FileStatus,
  type StoredFile,
} from '../../api/files.ts'
import { findUsers } from '../../api/people.ts'
import { byteText } from '../../ui/byte-text.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { defineList } from '../lists/define-list.tsx'
import { optionsOf } from '../lists/filter-makers.ts'
import type { List, Surroundings } from '../lists/list-definition.ts'
import { EditFile } from './EditFile.tsx'
import { UploadPanel } from './UploadPanel.tsx'

type Files = List<StoredFile, FileQuery, 'files'>

const tones: Readonly<Record<FileStatus, Tone>> = {
  uploading: 'busy',
  checking: 'busy',
  ready: 'ok',
  damaged: 'danger',
}
const statuses = ['uploading', 'checking', 'ready', 'damaged'] as const

/** Why a file can't be downloaded now; undefined where it can. */
function whyNoDownload({ status }: StoredFile, { t }: Surroundings<Files>): string | undefined {
  if (status === 'uploading') return t('files.reason.notHere')
  return status === 'damaged' ? t('files.reason.damaged') : undefined
}

/** Uploaded files (SPEC §2, /files/list): everybody's own, and those of everybody below. */
export const FileList = defineList<Files>({
  texts: 'files',
  name: 'files',
  pages: () => fetchFiles,
  firstSort: '-created_at',
  live: 'file',
  columns: ({ link, text, status, moment, actions }, at) => [
    link('name', 220, { why: (file) => whyNoDownload(file, at), sortable: true }),
    text('size', 84, { of: ({ size }) => byteText(size), align: 'right', sortable: true }),
    status('status', 120, {
      of: ({ status, received, size }) => ({
        tone: tones[status],
        text: at.t(`files.status.${status}`, { percent: Math.floor((received / size) * 100) }),
      }),
      says: Object.keys(tones).map((status) => at.t(`files.status.${status as FileStatus}`, { percent: 100 })),
    }),
    text('sha256', 200, { mono: true }),
    text('owner', 100),
    moment('created_at', 150, { mono: true, sortable: true }),
    text('note', 140),
    actions([['download']], {
      of: (file) => [{ id: 'download', label: at.t('files.action.download'), reason: whyNoDownload(file, at) }],
    }),
  ],
  filters: ({ text, someOf, pick }, { t, role }) => [
    text('keyword', 'table.filter', 'files.hint'),
    someOf(
      'status',
      'files.field.status',
      optionsOf(statuses, (status) => t(`files.statusName.${status}`)),
    ),
    mayCall(role, 'userList') && pick('owner_id', 'files.field.owner', findUsers),
  ],
  nameOf: ({ name }) => name,
  opens: 'download',
  actions: [
    [
      {
        key: 'download',
        icon: <Download />,
        reason: whyNoDownload,
        does: ({ id }, { call }) => call(`download ${id}`, () => downloadFile(id)),
      },
      {
        key: 'copySum',
        icon: <Duplicate />,
        reason: ({ sha256 }, { t }) => (sha256 === null ? t('files.reason.noSum') : undefined),
        does: ({ sha256 }, { copy }) => copy(sha256 ?? ''),
      },
      {
        key: 'edit',
        shows: (file, { saved, close }) => <EditFile file={file} onSaved={saved} onClose={close} />,
      },
    ],
    [
      {
        key: 'remove',
        several: true,
        batch: {
          call: deleteFiles,
          loses: ({ row, count }, { t }) => [
            row ? t('files.loses', { name: row.name, size: byteText(row.size) }) : t('files.losesSeveral', { count }),
          ],
          confirm: 'files.confirmRemove',
        },
      },
    ],
  ],
  empty: { icon: <CloudUpload size={40} />, next: 'as the hint says' },
  around: (list) => <UploadPanel>{list}</UploadPanel>,
})
