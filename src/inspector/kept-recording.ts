import { lightFormat } from 'date-fns'
import { keepFile } from '../api/keep-file.ts'
import { pageRecording } from './page-recorder.ts'
import { recordingText } from '../../packages/machines-inspector/src/recording/recording-file.ts'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'

/** How far back somebody who reports a problem is believed to remember, in milliseconds. */
export const lastMinutes = 5 * 60_000

/** Hands a recording to the browser, which keeps it among the downloads: `phonedeck-recording-20261126-101500.json`. */
export function keepRecording(recording: Recording, kind: 'recording' | 'feedback' = 'recording'): void {
  const name = `phonedeck-${kind}-${lightFormat(recording.savedAt, 'yyyyMMdd-HHmmss')}.json`
  keepFile(new Blob([recordingText(recording)], { type: 'application/json' }), name)
}

/** Keeps the last minutes of this page, with what somebody wrote about them. */
export const keepFeedback = (note: string): void =>
  keepRecording(pageRecording({ note, since: Date.now() - lastMinutes }), 'feedback')
