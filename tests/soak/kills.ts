// npm run soak -- kills 200: kills parts of a Phonedeck that is in use so often, and counts what is not made good by itself.
// SEED repeats an earlier row of kills.
import { spawnSync } from 'node:child_process'

const [kills = '200'] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'tests/faults/kill-matrix.test.ts', '--disable-console-intercept'],
  { stdio: 'inherit', env: { ...process.env, KILLS: kills } },
)
process.exitCode = status ?? 1
