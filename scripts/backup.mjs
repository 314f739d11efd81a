// npm run backup -- FOLDER: everything that a server keeps, while it works.
import { nodeRuntime } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

install('start')
process.exitCode = await run(nodeRuntime(), ['server/backup.ts', ...process.argv.slice(2)])
