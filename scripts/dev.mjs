// npm run dev: the control plane restarts and the console reloads as their files, or the contract, change.
import { watchFile } from 'node:fs'
import { join } from 'node:path'
import { nodeRuntime, root } from './node-runtime.mjs'
import { generate, generateTypes, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await generate()
await generateTypes()
// Looks at the name, not at the file: many editors put a new one in its place.
watchFile(join(root, 'openapi.yaml'), { interval: 500, persistent: false }, () => {
  void run(nodeRuntime(), ['scripts/generate.mjs'])
})
const watched = ['server', 'domain', 'texts', 'generated/contract.json'].map((path) => `--watch-path=${path}`)
const server = run(nodeRuntime(), [...watched, '--watch-preserve-output', 'server/main.ts'])
const vite = run(nodeRuntime(), [join(root, 'node_modules/vite/bin/vite.js')])
process.exitCode = await Promise.race([server, vite])
process.kill(process.pid, 'SIGTERM')
