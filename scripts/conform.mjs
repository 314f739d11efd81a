// npm run conform: whether everything has moved as the charts say.
import { nodeRuntime } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

install('start')
process.exitCode = await run(nodeRuntime(), ['server/conform.ts', ...process.argv.slice(2)])
