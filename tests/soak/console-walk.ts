// npm run soak -- console-walk 10000: so many steps of operators of every role who do whatever comes to hand, with sessions that end elsewhere,
// a network that goes away and a server that is killed. `npm run soak -- console-walk 10000 7` walks as it did with that seed. What goes
// wrong is told with the fewest steps that lead there, and kept as a file; what it shows becomes a test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '../../domain/roles.ts'
import { launchBrowser } from '../support/browser.ts'
import { spawnServer, type ServerProcess } from '../support/server-process.ts'
import { shrink, storyOf, walk, type World } from '../support/walk/console-walk.ts'

const [steps = '10000', first = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const stepsOfOne = 100

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-walk-'))
let server: ServerProcess = await spawnServer({ phones: 6, dataDir, env: { DEMO: '1' } })
const { port } = new URL(server.url)
const browser = await launchBrowser()

const world: World = {
  browser,
  url: server.url,
  killServer: async () => {
    await server.kill()
    server = await spawnServer({ phones: 6, dataDir, env: { DEMO: '1', PORT: port } })
  },
}

const began = performance.now()
let walked = 0
let failures = 0
for (let seed = Number(first); walked < Number(steps); seed += 1) {
  const role = roles[seed % roles.length] ?? 'admin'
  const one = await walk(world, role, { seed, steps: Math.min(stepsOfOne, Number(steps) - walked) })
  walked += one.steps.length
  if (one.wrong === undefined) continue
  failures += 1
  console.log(
    `seed ${seed}, ${role}: ${one.wrong}, after ${one.steps.length} steps, the last of which are being looked for`,
  )
  const shortest = await shrink(world, role, one)
  console.log(`seed ${seed}, ${storyOf(role, shortest)}`)
  const file = join(tmpdir(), `walk-${seed}.json`)
  writeFileSync(file, JSON.stringify({ role, steps: shortest.steps }, null, 2))
  console.log(`  kept as ${file}`)
}
const minutes = (performance.now() - began) / 60_000
console.log(
  `${walked} steps from seed ${first} on, ${Math.round(walked / minutes)} a minute, ${failures} of them led to something wrong`,
)
await browser.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
