import { recordingText } from '../recording/recording-file.ts'
import type { Recording } from '../recording/recording.ts'

/** Hands a recording to the browser, which keeps it among the downloads: `machines-recording-20261126-101500.json`, by the world's time. */
export function keepRecording(recording: Recording): void {
  const [day = '', time = ''] = new Date(recording.savedAt)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, '')
    .split('T')
  const address = URL.createObjectURL(new Blob([recordingText(recording)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `machines-recording-${day}-${time}.json`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
