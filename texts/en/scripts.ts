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
  reason: {
    tooManyScripts: 'There are as many scripts as there can be',
    parameterTwice: 'Two parameters have this name',
    scriptTooLong: 'With its parameters the script is longer than a phone takes',
    unknownParameter: 'The script has no such parameter',
    changedMeanwhile: 'Somebody has changed this script meanwhile. Copy what you wrote, and open it anew',
  },
} satisfies Shape<typeof chinese>
