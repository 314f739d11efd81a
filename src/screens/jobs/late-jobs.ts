import { lazy } from 'react'
import { speakOf } from '../../i18n/i18n.ts'

/** Jobs come when they are wanted, with words of their own. */
export const JobHistory = lazy(async () => {
  const [file] = await Promise.all([import('./JobHistory.tsx'), speakOf('outcomes')])
  return { default: file.JobHistory }
})
