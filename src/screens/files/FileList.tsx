import { CloudUpload, Download, Duplicate, Edit, Trash } from '@blueprintjs/icons'
import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteFiles, downloadFile, fetchFiles, fetchSpace, type FileQuery, type StoredFile } from '../../api/files.ts'
import type { BatchTarget } from '../../api/list-calls.ts'
import { oneAnswerMachine } from '../../machines/lists/one-answer.ts'
import { byteText } from '../../ui/byte-text.ts'
import { useSingleCall } from '../forms/use-single-call.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useResource } from '../lists/use-resource.ts'
import { useConsole, useCurrentUser, useNotify } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'
import { EditFile } from './EditFile.tsx'
import { fileColumns, whyNoDownload } from './file-columns.ts'
import { fileFilters } from './file-filters.ts'
import { UploadPanel } from './UploadPanel.tsx'

/** Uploaded files (SPEC §2, /files/list): everybody's own, and those of everybody below. */
export function FileList() {
  const { t } = useTranslation()
  const copy = useCopy()
  const notify = useNotify()
  const { role } = useCurrentUser()
  const queue = useConsole().getSnapshot().children.uploads
  const files = useResource<StoredFile, FileQuery>({
    name: 'files',
    columns: useMemo(() => fileColumns(t), [t]),
    filters: useMemo(() => fileFilters(t, role), [t, role]),
    firstSort: '-created_at',
    fetchPage: fetchFiles,
    live: 'file',
  })
  const [edited, setEdited] = useState<StoredFile>()
  const [machine] = useState(() => oneAnswerMachine<{ used: number; quota: number }>())
  const asked = useScreenActor(machine, { input: { ask: fetchSpace } })
  const space = useSelector(asked, ({ context }) => context.answer)

  const downloading = useSingleCall<void>(() => undefined)
  const download = (file: StoredFile) => {
    const reason = whyNoDownload(t, file)
    if (reason !== undefined) return notify({ kind: 'warning', text: reason })
    downloading.call(() => downloadFile(file.id))
  }
  const remove = (ids: readonly number[], loses: string) =>
    files.perform({
      title: t('files.action.remove'),
      target: { ids: [...ids] },
      call: deleteFiles,
      loses: { what: [loses], confirm: t('files.confirmRemove', { count: ids.length }) },
    })
  const rowActions = (file: StoredFile) => [
    [
      {
        key: 'download',
        text: t('files.action.download'),
        icon: <Download />,
        reason: whyNoDownload(t, file),
        onPick: () => download(file),
      },
      {
        key: 'sum',
        text: t('files.action.copySum'),
        icon: <Duplicate />,
        reason: file.sha256 === null ? t('files.reason.noSum') : undefined,
        onPick: () => void copy(file.sha256 ?? ''),
      },
      { key: 'edit', text: t('files.action.edit'), icon: <Edit />, onPick: () => setEdited(file) },
    ],
    [
      {
        key: 'remove',
        text: t('files.action.remove'),
        icon: <Trash />,
        intent: 'danger' as const,
        onPick: () => remove([file.id], t('files.loses', { name: file.name, size: byteText(file.size) })),
      },
    ],
  ]
  if (queue === undefined) throw new Error('nobody is signed in around this screen')

  const selectionActions = (count: number) => [
    {
      key: 'remove',
      text: t('files.action.remove'),
      icon: <Trash />,
      intent: 'danger' as const,
      onPick: (target: BatchTarget<FileQuery>) =>
        'ids' in target && remove(target.ids, t('files.losesSeveral', { count })),
    },
  ]

  return (
    <UploadPanel
      queue={queue}
      space={space && t('files.drop.quota', { used: byteText(space.used), quota: byteText(space.quota) })}
    >
      <ResourceScreen
        resource={files}
        title={t('files.title')}
        unit="files.unit"
        nameOf={({ name }) => name}
        onOpen={download}
        rowActions={rowActions}
        selectionActions={selectionActions}
        empty={{ icon: <CloudUpload size={40} />, title: t('files.empty.title'), hint: t('files.empty.hint') }}
      >
        {edited !== undefined && (
          <EditFile
            file={edited}
            onSaved={() => {
              setEdited(undefined)
              files.refresh()
            }}
            onClose={() => setEdited(undefined)}
          />
        )}
      </ResourceScreen>
    </UploadPanel>
  )
}
