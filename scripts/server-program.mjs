// npm run backup, restore, doctor and conform: the program of that name in server/, with what else is said.
import { nodeRuntime } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

const [name, ...args] = process.argv.slice(2)

install('start')
process.exitCode = await run(nodeRuntime(), [`server/${name}.ts`, ...args])
