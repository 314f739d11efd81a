// npm start: installs and builds what is missing, then runs the control plane with everything embedded.
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await build()
process.exitCode = await run(nodeRuntime(), ['server/main.ts'], { ipc: true })
