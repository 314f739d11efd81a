import { speakOfEvents } from '../../i18n/i18n.ts'
import { OfflineScreen } from './OfflineScreen.tsx'
import { TimelineScreen } from './TimelineScreen.tsx'

const screens = { OfflineScreen, TimelineScreen }

/** A screen of events, with its words. */
export async function eventScreen(name: keyof typeof screens) {
  await speakOfEvents()
  return { default: screens[name] }
}
