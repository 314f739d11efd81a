// npm run check: format, lint (the import arrows among its rules), types, and generated files that are current.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from './node-runtime.mjs'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'

install()
await build()

async function contractTypesAreCurrent() {
  const folder = mkdtempSync(join(tmpdir(), 'phonedeck-check-'))
  try {
    const fresh = join(folder, 'contract.ts')
    const code = await run(join(commands, 'openapi-typescript'), ['openapi.yaml', '-o', fresh], { stdio: 'ignore' })
    if (code !== 0) return code
    const stale = ['src/api/schema.ts', 'server/contract-types.ts'].filter(
      (file) => readFileSync(file, 'utf8') !== readFileSync(fresh, 'utf8'),
    )
    for (const file of stale) console.error(`${file} is not what openapi.yaml generates: run npm run generate`)
    return stale.length
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @type {[string, () => Promise<number>][]} */
const checks = [
  ['format', () => run(join(commands, 'oxfmt'), ['--check', '.'])],
  ['lint', () => run(join(commands, 'oxlint'), ['--deny-warnings'])],
  ['types', () => run(join(commands, 'tsc'), [])],
  ['generated files', contractTypesAreCurrent],
]

const failed = []
for (const [name, check] of checks) {
  console.log(`· ${name}`)
  if ((await check()) !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'all is well' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
