import type { widgets as chinese } from '../zh-CN/widgets.ts'
import type { Shape } from '../shape.ts'

/** What Blueprint's own parts are called. */
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
} satisfies Shape<typeof chinese>
