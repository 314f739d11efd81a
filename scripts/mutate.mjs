// npm run mutate: makes every deliberate mistake in every chart, and tells which of them the requirements notice on generated paths.
// `npm run mutate -- login session` takes those alone.
import { nodeRuntime } from './node-runtime.mjs'
import { generate, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await generate()
process.exitCode = await run(nodeRuntime(), ['scripts/score-charts.mjs', ...process.argv.slice(2)])
