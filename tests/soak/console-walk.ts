// npm run soak -- console-walk 10000: so many steps of operators of every role who do whatever comes to hand, with sessions that end elsewhere,
// a network or a broker that goes away and a server that is killed. `npm run soak -- console-walk 10000 7` walks as it did with that seed. What
// goes wrong is told with the fewest steps that lead there, and written as a replay, which is a test.
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { roles } from '../../domain/roles.ts'
import { launchBrowser } from '../support/browser.ts'
import { storyOf, walk } from '../support/walk/console-walk.ts'
import { keepAsReplay, replaysFolder } from '../support/walk/replay.ts'
import { shrink } from '../support/walk/shrink.ts'
import { openWorld } from '../support/walk/world.ts'

const [steps = '10000', first = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const stepsOfOne = 100
const stepsBetweenNews = 1_000

const browser = await launchBrowser()
const world = await openWorld(browser, 'demo')

const began = performance.now()
let walked = 0
let failures = 0
const tell = (): void => {
  const minutes = (performance.now() - began) / 60_000
  const pace = Math.round(walked / minutes)
  console.log(`${walked} steps from seed ${first} on, ${pace} a minute, ${failures} of them led to something wrong`)
}
for (let seed = Number(first); walked < Number(steps); seed += 1) {
  const role = roles[seed % roles.length] ?? 'admin'
  const before = walked
  const one = await walk(world, role, { seed, steps: Math.min(stepsOfOne, Number(steps) - walked) })
  walked += one.steps.length
  if (Math.floor(walked / stepsBetweenNews) > Math.floor(before / stepsBetweenNews)) tell()
  if (one.wrong === undefined) continue
  failures += 1
  console.log(
    `seed ${seed}, ${role}: ${one.wrong}, after ${one.steps.length} steps, the last of which are being looked for`,
  )
  const shortest = await shrink(world, role, one)
  console.log(`seed ${seed}, ${storyOf(role, shortest)}`)
  const name = await keepAsReplay(browser, { role, steps: shortest.steps, wrong: one.wrong, seed })
  if (name === undefined) {
    const file = join(tmpdir(), `walk-${seed}.json`)
    writeFileSync(file, JSON.stringify({ role, steps: shortest.steps }, null, 2))
    console.log(`  not where nobody has walked before: it needs what is there by now. Kept as ${file}`)
  } else {
    console.log(
      `  written as ${relative(process.cwd(), join(replaysFolder, name))}.json, which fails until it is mended:`,
    )
    console.log(`  npm test -- --project e2e tests/e2e/replays.test.ts -t ${name}`)
  }
}
tell()
await browser.close()
await world.stop()
process.exitCode = failures === 0 ? 0 : 1
