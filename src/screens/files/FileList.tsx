import { CloudUpload, Download, Duplicate } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { mayCall } from '../../permissions.ts'
import {
  deleteFiles,
  downloadFile,
  fetchFiles,
  fetchSpace,
  type FileQuery,
  type FileStatus,
  type StoredFile,
} from '../../api/files.ts'
import { findUsers } from '../../api/people.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { byteText } from '../../ui/byte-text.ts'
import type { Tone } from '../../ui/StatusTag.tsx'
import { defineList } from '../lists/define-list.tsx'
import type { List, Surroundings } from '../lists/list-definition.ts'
import { useConsole } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { EditFile } from './EditFile.tsx'
import { UploadPanel } from './UploadPanel.tsx'

interface Files extends List<StoredFile, FileQuery, 'files'> {
  dialogs: { form: StoredFile }
  uses: ReturnType<typeof useUploads>
}

const tones: Readonly<Record<FileStatus, Tone>> = {
  uploading: 'busy',
  checking: 'busy',
  ready: 'ok',
  damaged: 'danger',
}
const statuses = ['uploading', 'checking', 'ready', 'damaged'] as const

const asking = oneAnswerMachine<{ used: number; quota: number }>()

function useUploads() {
  const queue = useConsole().getSnapshot().children.uploads
  if (queue === undefined) throw new Error('nobody is signed in around this screen')
  const asked = useScreenActor(asking, { input: { ask: fetchSpace } })
  return { queue, space: useSelector(asked, ({ context }) => context.answer) }
}

/** Why a file can't be downloaded now; undefined where it can. */
function whyNoDownload({ status }: StoredFile, { t }: Surroundings<Files>): string | undefined {
  if (status === 'uploading') return t('files.reason.notHere')
  return status === 'damaged' ? t('files.reason.damaged') : undefined
}

/** Uploaded files (SPEC §2, /files/list): everybody's own, and those of everybody below. */
export const FileList = defineList<Files>({
  uses: useUploads,
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
    }),
    text('sha256', 200, { mono: true }),
    text('owner', 100, { of: ({ owner_name }) => owner_name }),
    moment('created_at', 150, { mono: true, sortable: true }),
    text('note', 140),
    actions(90, (file) => [{ id: 'download', label: at.t('files.action.download'), reason: whyNoDownload(file, at) }]),
  ],
  filters: ({ text, someOf, pick }, { t, role }) => [
    text('keyword', 'table.filter', 'files.hint'),
    someOf(
      'status',
      'files.field.status',
      statuses.map((value) => ({ value, text: t(`files.statusName.${value}`) })),
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
        does: ({ id }, { call }) => call(() => downloadFile(id)),
      },
      {
        key: 'copySum',
        icon: <Duplicate />,
        reason: ({ sha256 }, { t }) => (sha256 === null ? t('files.reason.noSum') : undefined),
        does: ({ sha256 }, { copy }) => copy(sha256 ?? ''),
      },
      { key: 'edit' },
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
  emptyIcon: <CloudUpload size={40} />,
  dialogs: {
    form: (file, { saved, close }) => <EditFile file={file} onSaved={saved} onClose={close} />,
  },
  around: (list, { queue, space, t }) => (
    <UploadPanel
      queue={queue}
      space={space && t('files.drop.quota', { used: byteText(space.used), quota: byteText(space.quota) })}
    >
      {list}
    </UploadPanel>
  ),
})
