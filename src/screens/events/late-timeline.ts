import { lazy } from 'react'
import { speakOf } from '../../i18n/i18n.ts'

/** Timelines come when they are wanted, with words of their own. */
export const TimelinePanel = lazy(async () => {
  const [file] = await Promise.all([import('./TimelinePanel.tsx'), speakOf('events')])
  return { default: file.TimelinePanel }
})

export const Timeline = lazy(async () => {
  const [file] = await Promise.all([import('./Timeline.tsx'), speakOf('events')])
  return { default: file.Timeline }
})
