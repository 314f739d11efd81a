// npm run bench: measures every figure that we promise, prints them in one table and writes docs/performance.md. `npm run bench -- idle wall`
// measures some and leaves the others as they were; `npm run bench -- --draw` only writes the page.
import { loadavg } from 'node:os'
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

// Before anything is built, which is a load itself.
const [load] = loadavg()

install()
ensureSystemTools()
await build()
process.exitCode = await run(nodeRuntime(), ['bench/main.ts', ...process.argv.slice(2)], {
  env: { LOAD_BEFORE: String(load) },
})
