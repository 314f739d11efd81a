// npm run charts: draws every machine into docs/machines. `npm run charts -- <folder>` draws elsewhere.
import { nodeRuntime } from './node-runtime.mjs'
import { generate, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await generate()
process.exitCode = await run(nodeRuntime(), ['scripts/draw-charts.mjs', ...process.argv.slice(2)])
