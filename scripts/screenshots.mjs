// npm run screenshots: takes the pictures of docs/screenshots anew.
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { chineseFont, ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools(chineseFont)
await build()
process.exitCode = await run(nodeRuntime(), ['tests/support/screenshots.ts', ...process.argv.slice(2)])
