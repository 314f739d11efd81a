import type { widgets as chinese } from '../zh-CN/widgets.ts'
import type { Shape } from '../shape.ts'

/** What Blueprint's own parts are called, and what comes with what opens above a screen. */
export const widgets = {
  close: 'Close',
  dropdown: 'Open dropdown',
  subMenu: 'Open sub menu',
  shortcuts: 'Common dates',
  month: 'Month',
  year: 'Year',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  removeTag: 'Remove',
  clearAll: 'Remove all',
  loading: 'Loading',
  increment: 'Increase',
  decrement: 'Decrease',
  columns: {
    up: 'Move “{{column}}” to the left',
    down: 'Move “{{column}}” to the right',
    narrower: 'Make “{{column}}” narrower',
    wider: 'Make “{{column}}” wider',
  },
} satisfies Shape<typeof chinese>
