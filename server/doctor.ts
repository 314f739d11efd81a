import { BadConfig, type Config, readConfig } from './config/config.ts'
import { lookAtAll } from './doctor/look-at-all.ts'
import { failed, type Finding } from './doctor/finding.ts'
import { openLog } from './start/logging.ts'

// npm run doctor: one line for each thing that a server lives on; exit code 1 where one has failed.
const words = { ok: 'ok     ', warning: 'warning', failed: 'failed ' }
let exitCode = 0

function tell({ level, check, words: text }: Finding): void {
  process.stdout.write(`${words[level]}  ${check}: ${text}\n`)
  if (level === 'failed') exitCode = 1
}

function settings(): Config | undefined {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    tell(failed('settings', error.message))
    return undefined
  }
}

const config = settings()
if (config !== undefined) {
  await using cleanup = new AsyncDisposableStack()
  // What PostgreSQL says of what the checks find is in their words.
  for await (const finding of lookAtAll(config, openLog({ logLevel: 'error' }, { write: () => {} }), cleanup))
    tell(finding)
}
process.exit(exitCode)
