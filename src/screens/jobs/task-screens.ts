import { speakOfSchedules } from '../../i18n/i18n.ts'
import { TaskCalendar } from './TaskCalendar.tsx'
import { TaskList } from './TaskList.tsx'

const screens = { TaskCalendar, TaskList }

/** A screen of timed tasks, with its words. */
export async function taskScreen(name: keyof typeof screens) {
  await speakOfSchedules()
  return { default: screens[name] }
}
