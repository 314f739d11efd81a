import { speakOfOutcomes } from '../../i18n/i18n.ts'
import { JobScreen } from './JobScreen.tsx'

/** The screen of one job, with its words. */
export async function jobScreen() {
  await speakOfOutcomes()
  return { default: JobScreen }
}
