// npm run restore -- FOLDER: a backup, into an empty data folder or database.
import { nodeRuntime } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

install('start')
process.exitCode = await run(nodeRuntime(), ['server/restore.ts', ...process.argv.slice(2)])
