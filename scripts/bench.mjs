// npm run bench: measures every figure that we promise and prints one table. `npm run bench -- idle wall` measures some.
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools()
await build()
process.exitCode = await run(nodeRuntime(), ['bench/main.ts', ...process.argv.slice(2)])
