// npm run replay -- FILE: replays an exported recording, and makes a test of what one of its machines did. --actor names another
// machine than the one that failed or moved last, --out a file for the test, which is printed otherwise.
import { nodeRuntime } from './node-runtime.mjs'
import { generate, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await generate()
process.exitCode = await run(nodeRuntime(), ['scripts/replay-recording.mjs', ...process.argv.slice(2)])
