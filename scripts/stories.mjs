// npm run stories: walks each flow at the real product, and writes docs/stories of what was recorded.
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { chineseFont, ensureSystemTools } from './system-tools.mjs'

install()
ensureSystemTools(chineseFont)
await build()
process.exitCode = await run(nodeRuntime(), ['tests/support/stories/make-stories.ts', ...process.argv.slice(2)])
