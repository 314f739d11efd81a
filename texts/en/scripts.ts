import type { Shape } from '../shape.ts'
import type { scripts as chinese } from '../zh-CN/scripts.ts'

/** The list of scripts; it comes with its screen. */
export const scripts = {
  title: 'Scripts',
  unit_one: 'script',
  unit_other: 'scripts',
  hint: 'Name, description',
  editTitle: 'Edit script',
  empty: {
    title: 'No scripts yet',
    hint: 'A script runs in the shell of a phone. It can have parameters, and can be run by timetable.',
  },
  action: {
    add: 'New script',
    run: 'Run',
    history: 'History',
    edit: 'Edit',
    remove: 'Delete',
    removeMany: 'Delete selected',
  },
  field: {
    name: 'Name',
    description: 'Description',
    parameters: 'Parameters',
    tasks: 'Timed tasks',
    author: 'Author',
    updated_at: 'Updated',
    actions: 'Actions',
  },
} satisfies Shape<typeof chinese>
