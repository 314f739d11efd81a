import { lazy } from 'react'
import { speakOfOutcomes } from '../../i18n/i18n.ts'

/** Jobs come when they are wanted, with words of their own. */
export const JobHistory = lazy(async () => {
  const [file] = await Promise.all([import('./JobHistory.tsx'), speakOfOutcomes()])
  return { default: file.JobHistory }
})
