// npm run soak -- fuzz: what takes too long for the tests. `npm run soak -- fuzz 7` sends the requests of one seed again.
import { existsSync } from 'node:fs'
import { nodeRuntime } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { ensureSystemTools } from './system-tools.mjs'

const [name, ...rest] = process.argv.slice(2)
const program = `tests/soak/${name}.ts`
if (name === undefined || !existsSync(program)) {
  console.error(`npm run soak -- <name>: there is no ${program}`)
  process.exit(2)
}
install()
ensureSystemTools()
await build()
process.exitCode = await run(nodeRuntime(), [program, ...rest])
