// npm pack: makes dist/ of src/, JavaScript with its types, and styles beside it, which whatever bundles an application reads.
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', here], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const sources = readdirSync(join(here, 'src'), { recursive: true, encoding: 'utf8' })
for (const file of sources.filter((name) => name.endsWith('.css'))) cpSync(join(here, 'src', file), join(dist, file))
