import { Button } from '@blueprintjs/core'
import { Disable, Edit, History, Play, Plus, Time, Tick, Trash } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteTasks, fetchTasks, runTask, switchTasks, type Task, type TaskQuery } from '../../api/tasks.ts'
import { ResourceScreen, type SelectionAction } from '../lists/ResourceScreen.tsx'
import type { RowAction } from '../lists/RowMenu.tsx'
import type { Filter } from '../lists/filters.ts'
import { useResource } from '../lists/use-resource.ts'
import { useNotify } from '../session/session-context.tsx'
import { JobHistory } from './JobHistory.tsx'
import { taskColumns } from './task-columns.ts'
import { TaskForm } from './TaskForm.tsx'
import { useSingleCall } from '../forms/use-single-call.ts'

type Open = { kind: 'form'; task?: Task } | { kind: 'history'; task: Task; job?: number }

/** 定时任务 (SPEC §2, /services/timedtasks). */
export function TaskList() {
  const { t } = useTranslation()
  const notify = useNotify()
  const [open, setOpen] = useState<Open>()
  const tasks = useResource<Task, TaskQuery>({
    name: 'tasks',
    columns: useMemo(() => taskColumns(t), [t]),
    filters: useMemo<Filter<TaskQuery>[]>(
      () => [
        { kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('jobs.tasks.hint') },
        {
          kind: 'flag',
          name: 'enabled',
          label: t('jobs.field.state'),
          yes: t('jobs.on'),
          no: t('jobs.off'),
        },
      ],
      [t],
    ),
    firstSort: 'next_run_at',
    fetchPage: fetchTasks,
  })
  const begin = useSingleCall<{ task: Task; job: number }>(({ task, job }) => {
    notify({ kind: 'success', text: t('jobs.run.begun') })
    setOpen({ kind: 'history', task, job })
    tasks.refresh()
  })
  const close = () => {
    setOpen(undefined)
    tasks.refresh()
  }
  const remove = (ids: readonly number[]) =>
    tasks.perform({
      title: t('jobs.action.remove'),
      target: { ids },
      call: deleteTasks,
      loses: {
        what: [t('jobs.lose.tasks', { count: ids.length })],
        confirm: t('jobs.lose.confirmTasks', { count: ids.length }),
      },
    })
  const turn = (ids: readonly number[], enabled: boolean) =>
    tasks.perform({
      title: t(enabled ? 'jobs.action.enable' : 'jobs.action.disable'),
      target: { ids },
      call: switchTasks(enabled),
    })
  const add = (
    <Button intent="primary" icon={<Plus />} text={t('jobs.tasks.add')} onClick={() => setOpen({ kind: 'form' })} />
  )

  const rowActions = (task: Task): RowAction[][] => [
    [
      {
        key: 'run',
        text: t('jobs.action.runNow'),
        icon: <Play />,
        onPick: () => begin.call(async (signal) => ({ task, job: await runTask(task.id, signal) })),
      },
      {
        key: 'history',
        text: t('jobs.action.history'),
        icon: <History />,
        onPick: () => setOpen({ kind: 'history', task }),
      },
      {
        key: 'edit',
        text: t('jobs.action.edit'),
        icon: <Edit />,
        onPick: () => setOpen({ kind: 'form', task }),
      },
      {
        key: 'switch',
        text: t(task.enabled ? 'jobs.action.disable' : 'jobs.action.enable'),
        icon: task.enabled ? <Disable /> : <Tick />,
        onPick: () => turn([task.id], !task.enabled),
      },
    ],
    [
      {
        key: 'remove',
        text: t('jobs.action.remove'),
        icon: <Trash />,
        intent: 'danger',
        onPick: () => remove([task.id]),
      },
    ],
  ]
  const selectionActions = (): SelectionAction<TaskQuery>[] => [
    {
      key: 'enable',
      text: t('jobs.action.enable'),
      icon: <Tick />,
      onPick: (target) => 'ids' in target && turn(target.ids, true),
    },
    {
      key: 'disable',
      text: t('jobs.action.disable'),
      icon: <Disable />,
      onPick: (target) => 'ids' in target && turn(target.ids, false),
    },
    {
      key: 'remove',
      text: t('jobs.action.removeMany'),
      icon: <Trash />,
      intent: 'danger',
      onPick: (target) => 'ids' in target && remove(target.ids),
    },
  ]

  return (
    <ResourceScreen
      resource={tasks}
      title={t('jobs.tasks.title')}
      unit="jobs.tasks.unit"
      nameOf={({ name }) => name}
      onOpen={(task) => setOpen({ kind: 'form', task })}
      onAction={(_history, task) => setOpen({ kind: 'history', task })}
      rowActions={rowActions}
      selectionActions={selectionActions}
      tools={add}
      empty={{
        icon: <Time size={40} />,
        title: t('jobs.tasks.none'),
        hint: t('jobs.tasks.noneHint'),
        action: add,
      }}
    >
      {open?.kind === 'form' && <TaskForm task={open.task} onLeft={() => setOpen(undefined)} onSaved={close} />}
      {open?.kind === 'history' && (
        <JobHistory
          of={{ task: open.task.id }}
          title={t('jobs.history.title', { name: open.task.name })}
          first={open.job}
          onClose={close}
        />
      )}
    </ResourceScreen>
  )
}
