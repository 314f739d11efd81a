import { Duplicate, EyeOpen, FilterKeep, History, Link as Chain, TimelineEvents, Undo } from '@blueprintjs/icons'
import { fetchLog, type LogEntry, type LogQuery } from '../../api/log.ts'
import { defineList } from '../lists/define-list.tsx'
import { optionsOf } from '../lists/filter-makers.ts'
import type { List, Stage } from '../lists/list-definition.ts'
import { useUndo } from '../lists/use-undo.ts'
import { actionText, kindText, knownActions, knownKinds, resultTone, targetText } from './log-words.ts'
import { LogCheck } from './LogCheck.tsx'
import { LogDrawer } from './LogDrawer.tsx'

interface Log extends List<LogEntry, LogQuery, 'log'> {
  uses: ReturnType<typeof useUndo>
}

const results = ['ok', 'partial', 'failed'] as const

// The client tells why it failed; the row may be late.
const undoOne = ({ id }: LogEntry, { undo, list }: Stage<Log>) => undo([id], list.refresh).catch(() => list.refresh())

/** The operation log (SPEC §2, /log/list): what the operator and everyone below have done. */
export const OperationLog = defineList<Log>({
  uses: useUndo,
  texts: 'log',
  name: 'operation log',
  pages: () => fetchLog,
  firstSort: '-at',
  columns: ({ moment, text, link, status, number, actions }, { t }) => [
    moment('at', 160, { mono: true, sortable: true }),
    text('user', 110, { of: ({ user_name }) => user_name || t('log.server') }),
    link('action', 165, { of: ({ action }) => actionText(t, action) }),
    text('target', 175, { of: (entry) => targetText(t, entry) }),
    status('result', 90, {
      of: ({ result }) => ({ tone: resultTone[result], text: t(`log.results.${result}`) }),
      says: results.map((result) => t(`log.results.${result}`)),
    }),
    text('ip', 130, { mono: true }),
    text('detail', 80, {
      of: ({ has_detail }) => (has_detail ? t('logEntry.hasDetail') : null),
      says: [t('logEntry.hasDetail')],
    }),
    number('id', 70, { mono: true, hidden: true }),
    actions([['undo', 'open']], {
      of: ({ undo }) => (undo === 'open' ? ['undo', 'open'] : ['open']),
      header: 'log.action.open',
    }),
  ],
  filters: ({ text, someOf, oneOf, time }, { t }) => [
    text('user_name', 'log.field.user', 'log.hint.user'),
    someOf(
      'action',
      'log.field.action',
      optionsOf(knownActions(t), (action) => actionText(t, action)),
    ),
    oneOf(
      'target_kind',
      'log.field.targetKind',
      optionsOf(knownKinds(t), (kind) => kindText(t, kind)),
    ),
    text('target_name', 'log.field.targetName', 'log.field.targetName'),
    text('target_id', 'log.field.targetId', 'log.field.targetId'),
    text('ip', 'log.field.ip', 'log.hint.ip', 45),
    oneOf(
      'result',
      'log.field.result',
      optionsOf(results, (result) => t(`log.results.${result}`)),
    ),
    time('from', 'to', 'log.field.at'),
  ],
  nameOf: ({ id, action }, { t }) => `#${id} ${actionText(t, action)}`,
  opens: 'open',
  actions: [
    [
      {
        key: 'open',
        icon: <EyeOpen />,
        shows: (entry, stage) => <LogDrawer entry={entry} onUndo={() => undoOne(entry, stage)} onClose={stage.close} />,
      },
      {
        key: 'undo',
        icon: <Undo />,
        when: ({ undo }) => undo !== null,
        reason: ({ undo }, { t }) => (undo === null || undo === 'open' ? undefined : t(`log.undo.${undo}`)),
        does: (entry, stage) => void undoOne(entry, stage),
      },
    ],
    [
      {
        key: 'user',
        icon: <FilterKeep />,
        when: ({ user_name }) => user_name !== '',
        does: ({ user_name }, { list }) => list.change({ user_name }),
      },
      {
        key: 'target',
        icon: <FilterKeep />,
        does: ({ target_kind, target_id }, { list }) => list.change({ target_kind, target_id }),
      },
      { key: 'ip', icon: <FilterKeep />, when: ({ ip }) => ip !== '', does: ({ ip }, { list }) => list.change({ ip }) },
      { key: 'copyIp', icon: <Duplicate />, when: ({ ip }) => ip !== '', does: ({ ip }, { copy }) => copy(ip) },
    ],
  ],
  exportCall: '/api/restful/v2/log/export',
  tools: [
    { text: 'routes.offline', icon: <TimelineEvents />, to: () => '/offline' },
    {
      text: 'logCheck.action',
      icon: <Chain />,
      operation: 'logVerify',
      shows: ({ close }) => <LogCheck onClose={close} />,
    },
  ],
  empty: { icon: <History size={40} />, next: 'as the hint says' },
})
