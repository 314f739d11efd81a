import { runAgent } from './agent.ts'
import { WrongTokenError } from './enrolment.ts'
import { log, messageOf } from './log.ts'
import { readSettings, SettingError } from './settings.ts'

/** For mistakes that only a person can correct: starting again is of no use. */
const exitMisconfigured = 2
/** What is still open by then is cut off, in milliseconds. */
const stopTimeout = 3_000

const stopping = new AbortController()
function stop(): void {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => process.exit(0), stopTimeout).unref()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
if (process.connected) process.on('disconnect', stop)

// The adb library leaves promises unwatched that fail when a phone goes. One phone's going must not end the others.
process.on('unhandledRejection', (error) => log.warn('something failed unwatched', { error }))

try {
  await runAgent(readSettings(process.env), stopping.signal)
  process.exit(0)
} catch (error) {
  log.error(messageOf(error))
  process.exit(error instanceof SettingError || error instanceof WrongTokenError ? exitMisconfigured : 1)
}
