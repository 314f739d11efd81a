import { Button } from '@blueprintjs/core'
import { Duplicate, EyeOpen, FilterKeep, History, Link as Chain, Undo } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '../../permissions.ts'
import { fetchLog, type LogEntry, type LogQuery } from '../../api/log.ts'
import { ResourceScreen } from '../lists/ResourceScreen.tsx'
import { useCopy } from '../lists/use-copy.ts'
import { useUndo } from '../lists/use-undo.ts'
import { useResource } from '../lists/use-resource.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { logColumns } from './log-columns.ts'
import { logFilters } from './log-filters.ts'
import { actionText } from './log-words.ts'
import { LogCheck } from './LogCheck.tsx'
import { LogDrawer } from './LogDrawer.tsx'

/** The operation log (SPEC §2, /log/list): what the operator and everyone below have done. */
export function OperationLog() {
  const { t } = useTranslation()
  const copy = useCopy()
  const { role } = useCurrentUser()
  const entries = useResource<LogEntry, LogQuery>({
    name: 'operation log',
    columns: useMemo(() => logColumns(t), [t]),
    filters: useMemo(() => logFilters(t), [t]),
    firstSort: '-at',
    fetchPage: fetchLog,
  })
  const [opened, setOpened] = useState<LogEntry>()
  const [checking, setChecking] = useState(false)
  const { undo } = useUndo()
  const undoOne = (entry: LogEntry) => undo([entry.id], entries.refresh).catch(() => entries.refresh()) // The client tells why; the row may be late.

  const rowActions = (entry: LogEntry) => [
    [
      { key: 'open', text: t('log.open'), icon: <EyeOpen />, onPick: () => setOpened(entry) },
      ...(entry.undo === null
        ? []
        : [
            {
              key: 'undo',
              text: t('log.undo.action'),
              icon: <Undo />,
              reason: entry.undo === 'open' ? undefined : t(`log.undo.${entry.undo}`),
              onPick: () => void undoOne(entry),
            },
          ]),
    ],
    [
      ...(entry.user_name === ''
        ? []
        : [
            {
              key: 'user',
              text: t('log.only.user'),
              icon: <FilterKeep />,
              onPick: () => entries.change({ user_name: entry.user_name }),
            },
          ]),
      {
        key: 'target',
        text: t('log.only.target'),
        icon: <FilterKeep />,
        onPick: () => entries.change({ target_kind: entry.target_kind, target_id: entry.target_id }),
      },
      ...(entry.ip === ''
        ? []
        : [
            { key: 'ip', text: t('log.only.ip'), icon: <FilterKeep />, onPick: () => entries.change({ ip: entry.ip }) },
            { key: 'copy', text: t('log.only.copyIp'), icon: <Duplicate />, onPick: () => void copy(entry.ip) },
          ]),
    ],
  ]

  return (
    <ResourceScreen
      resource={entries}
      title={t('log.title')}
      unit="log.unit"
      nameOf={({ id, action }) => `#${id} ${actionText(t, action)}`}
      onOpen={setOpened}
      onAction={(action, entry) => action === 'undo' && void undoOne(entry)}
      rowActions={rowActions}
      exportCall="/api/restful/v2/log/export"
      tools={
        mayCall(role, 'logVerify') && (
          <Button variant="outlined" icon={<Chain />} text={t('log.check.action')} onClick={() => setChecking(true)} />
        )
      }
      empty={{ icon: <History size={40} />, title: t('log.empty.title'), hint: t('log.empty.hint') }}
    >
      {opened !== undefined && (
        <LogDrawer entry={opened} onUndo={() => undoOne(opened)} onClose={() => setOpened(undefined)} />
      )}
      {checking && <LogCheck onClose={() => setChecking(false)} />}
    </ResourceScreen>
  )
}
