import type { Shape } from '../shape.ts'
import type { tasks as chinese } from '../zh-CN/tasks.ts'

/** The list of timed tasks; it comes with their screens. */
export const tasks = {
  title: 'Timed tasks',
  unit_one: 'task',
  unit_other: 'tasks',
  hint: 'Name of the task',
  editTitle: 'Edit task',
  empty: {
    title: 'No timed tasks yet',
    hint: 'Have a script or an action done on phones of your choice when its time comes.',
  },
  action: {
    add: 'New task',
    run: 'Run now',
    history: 'History',
    edit: 'Edit',
    enable: 'Switch on',
    disable: 'Switch off',
    remove: 'Delete',
    removeMany: 'Delete selected',
  },
  field: {
    name: 'Name',
    enabled: 'State',
    work: 'Action',
    targets: 'Target',
    schedule: 'When',
    next_run_at: 'Next run',
    last_state: 'Last run',
    last_job_at: 'Last run',
    note: 'Note',
    actions: 'Actions',
  },
} satisfies Shape<typeof chinese>
