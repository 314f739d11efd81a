// npm run dev: the control plane restarts and the console reloads as their files change.
import { join } from 'node:path'
import { nodeRuntime, root } from './node-runtime.mjs'
import { install } from './prepare.mjs'
import { run } from './run.mjs'

install()
const server = run(nodeRuntime(), ['--watch', '--watch-preserve-output', 'server/main.ts'])
const vite = run(nodeRuntime(), [join(root, 'node_modules/vite/bin/vite.js')])
process.exitCode = await Promise.race([server, vite])
process.kill(process.pid, 'SIGTERM')
