import { speakOf } from '../../i18n/i18n.ts'
import { late } from '../late.ts'

/** What is pressed in the menu of columns, with its words. */
export const lateColumnMenu = late(async () => {
  const [file] = await Promise.all([import('./ColumnMenu.tsx'), speakOf('widgets')])
  return file
})
