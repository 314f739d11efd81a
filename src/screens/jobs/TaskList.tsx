import { Calendar, Disable, History, Play, Plus, Tick, Time } from '@blueprintjs/icons'
import type { TFunction } from 'i18next'
import { deleteTasks, fetchTasks, runTask, switchTasks, type Task, type TaskQuery } from '../../api/tasks.ts'
import { defineList } from '../lists/define-list.tsx'
import type { Dialog, List, Stage } from '../lists/list-definition.ts'
import { JobHistory } from './late-jobs.ts'
import { actionText, shownJobState } from './job-words.ts'
import { clockOf, scheduleText } from './schedule-words.ts'
import { targetText } from './target-words.ts'
import { TaskForm } from './TaskForm.tsx'

type Tasks = List<Task, TaskQuery, 'tasks'>

const onOff = ['jobs.on', 'jobs.off'] as const

/** `工作日 09:30 · Asia/Shanghai`, or the one time by that clock. */
const whenText = (t: TFunction, { cron, once_at = 0, timezone }: Task['schedule']): string =>
  `${cron === undefined ? clockOf(timezone, once_at) : scheduleText(t, cron)} · ${timezone}`

const historyOf =
  (task: Task, job?: number): Dialog<Tasks> =>
  (stage) => (
    <JobHistory
      of={{ task: task.id }}
      title={stage.t('jobs.history.title', { name: task.name })}
      first={job}
      none={{
        hint: 'jobs.history.noneHint',
        begin: { text: 'tasks.action.run', onPick: () => run(task, stage) },
      }}
      onClose={stage.saved}
    />
  )

/** Does now what a task does at its times, and shows what comes of it. */
const run = (task: Task, { call, show, list, notify, t }: Stage<Tasks>): void =>
  call(`run ${task.id}`, async (signal) => {
    const job = await runTask(task.id, signal)
    notify({ kind: 'success', text: t('jobs.run.begun') })
    show('history', historyOf(task, job))
    list.refresh()
  })

/** 定时任务 (SPEC §2, /services/timedtasks). */
export const TaskList = defineList<Tasks>({
  texts: 'tasks',
  name: 'tasks',
  pages: () => fetchTasks,
  firstSort: 'next_run_at',
  columns: ({ link, flag, text, minute, since, actions }, { t }) => [
    link('name', 170, { sortable: true }),
    flag('enabled', 90, { words: onOff }),
    text('work', 150, {
      of: ({ script_name, work }) =>
        script_name ?? actionText(t, { action: work.action ?? 'reboot', name: work.package ?? '' }),
    }),
    text('targets', 130, { of: ({ targets }) => targetText(t, targets) }),
    text('schedule', 250, { of: ({ schedule }) => whenText(t, schedule) }),
    minute('next_run_at', 140, { sortable: true }),
    text('last_state', 100, { of: ({ last_job_state: state }) => state && shownJobState(t, state).text }),
    since('last_job_at', 100, { align: 'right', hidden: true }),
    text('note', 160, { hidden: true }),
    actions([['history']]),
  ],
  filters: ({ text, flag }) => [
    text('keyword', 'table.filter', 'tasks.hint'),
    flag('enabled', 'tasks.field.enabled', onOff),
  ],
  nameOf: ({ name }) => name,
  actions: [
    [
      {
        key: 'run',
        icon: <Play />,
        does: run,
      },
      { key: 'history', icon: <History />, does: (task, { show }) => show('history', historyOf(task)) },
      { key: 'edit' },
      {
        key: 'enable',
        icon: <Tick />,
        when: ({ enabled }) => !enabled,
        several: true,
        batch: { call: switchTasks(true) },
      },
      {
        key: 'disable',
        icon: <Disable />,
        when: ({ enabled }) => enabled,
        several: true,
        batch: { call: switchTasks(false) },
      },
    ],
    [
      {
        key: 'remove',
        several: { text: 'tasks.action.removeMany' },
        batch: {
          call: deleteTasks,
          loses: ({ count }, { t }) => [t('jobs.lose.tasks', { count })],
          confirm: 'jobs.lose.confirmTasks',
        },
      },
    ],
  ],
  add: { icon: <Plus /> },
  tools: [{ text: 'schedules.calendar.open', icon: <Calendar />, to: () => '/services/calendar' }],
  empty: { icon: <Time size={40} />, next: [] },
  form: (task, { saved, close }, given) => <TaskForm task={task} given={given} onLeft={close} onSaved={saved} />,
})
