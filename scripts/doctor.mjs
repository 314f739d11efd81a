// npm run doctor: looks at everything that a server lives on, and says what to do.
import { nodeRuntime } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

install('start')
process.exitCode = await run(nodeRuntime(), ['server/doctor.ts', ...process.argv.slice(2)])
