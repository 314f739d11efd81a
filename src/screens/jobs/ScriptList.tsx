import { Console, History, Play, Plus } from '@blueprintjs/icons'
import { deleteScripts, fetchScripts, type Script, type ScriptQuery } from '../../api/scripts.ts'
import { defineList } from '../lists/define-list.tsx'
import type { Dialog, List } from '../lists/list-definition.ts'
import { JobHistory } from './late-jobs.ts'
import { ScriptForm } from './ScriptForm.tsx'
import { ScriptRun } from './ScriptRun.tsx'

type Scripts = List<Script, ScriptQuery, 'scripts'>

const historyOf =
  (script: Script, job?: number): Dialog<Scripts> =>
  ({ t, show, close }) => (
    <JobHistory
      of={{ script: script.id }}
      title={t('jobs.history.title', { name: script.name })}
      first={job}
      none={{
        hint: 'jobs.history.noneHint',
        begin: { text: 'scripts.action.run', onPick: () => show('run', running(script)) },
      }}
      onClose={close}
    />
  )

const running =
  (script: Script): Dialog<Scripts> =>
  ({ show, close }) => (
    <ScriptRun script={script} onLeft={close} onBegun={(job) => show('history', historyOf(script, job))} />
  )

/** 脚本管理 (SPEC §2, /services/list). */
export const ScriptList = defineList<Scripts>({
  texts: 'scripts',
  name: 'scripts',
  pages: () => fetchScripts,
  firstSort: '-updated_at',
  columns: ({ text, number, link, since, actions }) => [
    link('name', 180, { sortable: true }),
    text('description', 300),
    text('parameters', 140, {
      of: ({ parameters }) => parameters.map(({ name }) => name).join(' '),
      mono: true,
    }),
    number('tasks', 90, { of: ({ task_count }) => task_count || null }),
    text('author', 100, { of: ({ created_by_name }) => created_by_name }),
    since('updated_at', 100, { align: 'right', sortable: true }),
    actions([['run']]),
  ],
  filters: ({ text }) => [text('keyword', 'table.filter', 'scripts.hint')],
  nameOf: ({ name }) => name,
  actions: [
    [
      {
        key: 'run',
        icon: <Play />,
        shows: (script, stage) => running(script)(stage),
      },
      { key: 'history', icon: <History />, does: (script, { show }) => show('history', historyOf(script)) },
      { key: 'edit' },
    ],
    [
      {
        key: 'remove',
        reason: ({ task_count }, { t }) => (task_count > 0 ? t('jobs.reason.hasTasks') : undefined),
        several: { text: 'scripts.action.removeMany' },
        batch: {
          call: deleteScripts,
          loses: ({ count }, { t }) => [t('jobs.lose.scripts', { count })],
          confirm: 'jobs.lose.confirmScripts',
        },
      },
    ],
  ],
  add: { icon: <Plus /> },
  empty: { icon: <Console size={40} />, next: [] },
  form: (script, { saved, close }) => <ScriptForm script={script} onLeft={close} onSaved={saved} />,
})
