// npm run replay -- FILE: replays an exported recording, and makes a test of what one of its machines did. --actor names another
// machine than the one that failed or moved last, --out a file for the test, which is printed otherwise. --walk NAME does again in a browser what
// the operator did, and keeps the fewest steps that lead the machine where it ended as tests/e2e/replays/NAME.json.
import { nodeRuntime } from './node-runtime.mjs'
import { build, generate, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

install()
if (process.argv.includes('--walk')) {
  ensureSystemTools()
  await build()
} else await generate()
process.exitCode = await run(nodeRuntime(), ['scripts/replay-recording.mjs', ...process.argv.slice(2)])
