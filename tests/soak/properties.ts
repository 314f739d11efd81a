// npm run soak -- properties 20: the properties that the suite asks with one seed, with so many others, each of which is printed.
// PROPERTIES_SEED=<seed> npm test -- <file> repeats one.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const [times = '20'] = process.argv.slice(2)
const files = globSync('tests/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('support/properties'))
const failing: number[] = []
for (let time = 0; time < Number(times); time += 1) {
  const seed = Math.floor(Math.random() * 2 ** 31)
  console.log(`seed ${seed}`)
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, PROPERTIES_SEED: String(seed) },
    },
  )
  if (status !== 0) failing.push(seed)
}
console.log(failing.length === 0 ? 'every property held' : `properties broke with the seeds ${failing.join(', ')}`)
process.exitCode = failing.length === 0 ? 0 : 1
