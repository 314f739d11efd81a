import { reason } from '../../texts/reason.ts'
import { forbids } from '../http/refusal.ts'
import { judge, type Undos } from '../log/put-back.ts'
import type { TaskRow } from '../store/tasks.ts'
import { nextTimes } from './schedule.ts'

/** When a task that is switched on runs next; null where its only time is past. */
export const nextRunOf = (task: TaskRow, now: number): number | null => nextTimes(task, now, 1)?.[0] ?? null

export const taskUndos: Pick<Undos, 'tasks'> = {
  /** Switches timed tasks back; what they missed meanwhile stays missed. */
  tasks: async ({ tx, rows, at }) => {
    const found: TaskRow[] = []
    for (const { id } of rows) {
      const task = await tx.tasks.lock(id)
      if (task !== undefined) found.push(task)
    }
    const { restored, refused } = judge(rows, {
      found,
      absent: reason('jobs.reason.noSuchTask'),
      objectionTo: (task, { enabled }) =>
        enabled === true && nextRunOf(task, at) === null ? forbids(reason('jobs.reason.timeIsPast')) : undefined,
    })
    const wanted = new Map(restored.map(({ id, enabled }) => [id, enabled === true]))
    const done = found.filter(({ id }) => wanted.has(id))
    for (const task of done) {
      const enabled = wanted.get(task.id) === true
      await tx.tasks.setNextRun(task.id, enabled ? nextRunOf(task, at) : null, enabled)
    }
    return { done, refused }
  },
}
