import { Button } from '@blueprintjs/core'
import { Console, Edit, History, Play, Plus, Trash } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteScripts, fetchScripts, type Script, type ScriptQuery } from '../../api/scripts.ts'
import { ResourceScreen, type SelectionAction } from '../lists/ResourceScreen.tsx'
import type { RowAction } from '../lists/RowMenu.tsx'
import type { Filter } from '../lists/filters.ts'
import { useResource } from '../lists/use-resource.ts'
import { JobHistory } from './JobHistory.tsx'
import { scriptColumns } from './script-columns.ts'
import { ScriptForm } from './ScriptForm.tsx'
import { ScriptRun } from './ScriptRun.tsx'

type Open =
  | { kind: 'form'; script?: Script }
  | { kind: 'run'; script: Script }
  | { kind: 'history'; script: Script; job?: number }

/** 脚本管理 (SPEC §2, /services/list). */
export function ScriptList() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Open>()
  const scripts = useResource<Script, ScriptQuery>({
    name: 'scripts',
    columns: useMemo(() => scriptColumns(t), [t]),
    filters: useMemo<Filter<ScriptQuery>[]>(
      () => [{ kind: 'text', name: 'keyword', label: t('table.filter'), hint: t('jobs.scripts.hint') }],
      [t],
    ),
    firstSort: '-updated_at',
    fetchPage: fetchScripts,
  })
  const close = () => setOpen(undefined)
  const remove = (ids: readonly number[]) =>
    scripts.perform({
      title: t('jobs.action.remove'),
      target: { ids },
      call: deleteScripts,
      loses: {
        what: [t('jobs.lose.scripts', { count: ids.length })],
        confirm: t('jobs.lose.confirmScripts', { count: ids.length }),
      },
    })
  const add = (
    <Button intent="primary" icon={<Plus />} text={t('jobs.scripts.add')} onClick={() => setOpen({ kind: 'form' })} />
  )

  const rowActions = (script: Script): RowAction[][] => [
    [
      {
        key: 'run',
        text: t('jobs.action.run'),
        icon: <Play />,
        onPick: () => setOpen({ kind: 'run', script }),
      },
      {
        key: 'history',
        text: t('jobs.action.history'),
        icon: <History />,
        onPick: () => setOpen({ kind: 'history', script }),
      },
      {
        key: 'edit',
        text: t('jobs.action.edit'),
        icon: <Edit />,
        onPick: () => setOpen({ kind: 'form', script }),
      },
    ],
    [
      {
        key: 'remove',
        text: t('jobs.action.remove'),
        icon: <Trash />,
        intent: 'danger',
        reason: script.task_count > 0 ? t('jobs.reason.hasTasks') : undefined,
        onPick: () => remove([script.id]),
      },
    ],
  ]
  const selectionActions = (): SelectionAction<ScriptQuery>[] => [
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
      resource={scripts}
      title={t('jobs.scripts.title')}
      unit="jobs.scripts.unit"
      nameOf={({ name }) => name}
      onOpen={(script) => setOpen({ kind: 'form', script })}
      onAction={(_run, script) => setOpen({ kind: 'run', script })}
      rowActions={rowActions}
      selectionActions={selectionActions}
      tools={add}
      empty={{
        icon: <Console size={40} />,
        title: t('jobs.scripts.none'),
        hint: t('jobs.scripts.noneHint'),
        action: add,
      }}
    >
      {open?.kind === 'form' && (
        <ScriptForm
          script={open.script}
          onLeft={close}
          onSaved={() => {
            close()
            scripts.refresh()
          }}
        />
      )}
      {open?.kind === 'run' && (
        <ScriptRun
          script={open.script}
          onLeft={close}
          onBegun={(job) => setOpen({ kind: 'history', script: open.script, job })}
        />
      )}
      {open?.kind === 'history' && (
        <JobHistory
          of={{ script: open.script.id }}
          title={t('jobs.history.title', { name: open.script.name })}
          first={open.job}
          onClose={close}
        />
      )}
    </ResourceScreen>
  )
}
