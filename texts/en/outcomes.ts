import type { outcomes as chinese } from '../zh-CN/outcomes.ts'
import type { Shape } from '../shape.ts'

/** What is done about either is a job. */
export { attention } from './attention.ts'

/** What a job came to, and whom one interrupts; they come with the job itself. */
export const outcomes = {
  title: 'Outcomes',
  of: 'Job #{{id}}',
  earlier: 'Earlier ones',
  all: 'All {{n}}',
  items: '{{n}}',
  same: '{{n}} the same',
  different: '{{n}} different',
  silent: '{{n}} without output',
  moreOutputs_one: '{{count}} other output',
  moreOutputs_other: '{{count}} other outputs',
  more_one: '{{count}} more outcome is not shown',
  more_other: '{{count}} more outcomes are not shown',
  retry: 'Retry these {{n}}',
  link: 'Open the job’s page',
  schedule: 'Run on a schedule',
  lost: 'The address names no job',
  first: {
    devices: 'Select phones in the list and begin with Actions; what came of each is kept here for 30 days.',
    environments:
      'Select shops in the list, and open, close or restore them together; what came of each is kept here for 30 days.',
    choose: 'Select some',
    byOthers: 'Your role runs nothing on phones; what others run is told here.',
  },
  compare: {
    output: 'Output',
    difference: 'Differs from most',
    title: 'Difference from what most said',
    legend: 'Most ({{n}})',
    own: 'This one',
    from: 'From line {{line}}',
    none: 'No difference from what most said',
    tooDifferent: 'It has next to nothing in common with what most said; read the output itself',
    cut: 'There are more differences than are shown',
    failed: 'Cannot compare: {{message}}',
    asking: 'Comparing',
    again: 'Try again',
  },
  facts: {
    title: 'Parameters',
    file: 'File',
    package: 'App',
    parameter: 'Parameter {{name}}',
    script: 'Script',
    command: 'Command',
    timeout: 'Time limit of one',
    concurrency: 'At once',
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
    empty: '(empty)',
  },
  holder_one: '{{name}} ({{count}} phone)',
  holder_other: '{{name}} ({{count}} phones)',
  and: ', ',
  asking: 'Looking who uses these phones…',
  nobody: 'Nobody uses them now; nobody is interrupted.',
  interrupts: 'Interrupts who uses them: {{names}}',
  spares: 'In use by others, and left alone: {{names}}',
  unnamed_one: '{{count}} more is used by somebody else',
  unnamed_other: '{{count}} more are used by others',
  unknown: 'It cannot be told who uses them: {{message}}',
  reason: {
    tooManyTasks: 'There are as many timed tasks as there can be',
    retryGoesOn: 'What failed is being tried again: see job #{{id}}',
  },
} satisfies Shape<typeof chinese>
