// npm run soak -- demo-fleet 10: has the people of the demo fleet that `npm start` shows do their daily jobs for so many minutes, while phones
// restart, hang and crash; counts every transition since its first start, and keeps the counts for the pages of docs/machines.
// `npm run soak -- demo-fleet 10 7` does the jobs in the order of that seed, as far as phones and chance of time let it.
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { circumstancesNow } from '../../bench/page/circumstances.ts'
import { checkConformance, deviationLine } from '../../server/events/conformance.ts'
import { fleetCountsFile, writtenCounts } from '../../scripts/fleet-counts.ts'
import { startDemoFleet } from '../support/demo-fleet.ts'
import { FleetWork } from '../support/fleet-work.ts'
import { countedTransitions } from '../support/counted-transitions.ts'
import { randomOf } from '../../server/demo/random.ts'
import { openTestStore } from '../support/test-store.ts'

const [minutes = '10', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
const phonesOfFirstBox = 12
const { on, commit } = circumstancesNow()

const server = await startDemoFleet(phonesOfFirstBox)
const random = randomOf(Number(seed))
const work = await FleetWork.at(server, random)
const end = Date.now() + Number(minutes) * 60_000

/** Does the same again and again until the day is over, after so many seconds each time. */
async function untilEvening(seconds: number, deed: () => Promise<void>): Promise<void> {
  while (Date.now() < end) {
    await deed()
    await pause(seconds * 1_000 * (0.5 + random()))
  }
}

console.log(`the demo fleet works for ${minutes} minutes, seed ${seed}`)
await Promise.all([
  ...['manager', 'manager', 'manager', 'element', 'element'].map((who) => untilEvening(1, () => work.workInShop(who))),
  untilEvening(8, () => work.lookIntoPhone()),
  untilEvening(30, () => work.restartPhones()),
  untilEvening(20, () => work.runScript()),
  untilEvening(40, () => work.openMany()),
  untilEvening(15, () => work.seeToPhone()),
  untilEvening(70, () => work.losePhones()),
])
await work.closeAll()
for (const [words, count] of work.refusals) console.log(`${String(count).padStart(6)} refused: ${words}`)

const store = openTestStore(server)
let deviations = 0
await checkConformance(store.db, (found) => {
  deviations += 1
  console.log(deviationLine(found))
})
const transitions = await countedTransitions(store.db)
const phones = (await work.devices()).length
await store.close()
await server.stop()
if (deviations === 0) {
  writeFileSync(fleetCountsFile, writtenCounts({ on, commit, minutes: Number(minutes), phones, transitions }))
  const all = transitions.reduce((sum, { count }) => sum + count, 0)
  console.log(`${all} transitions of ${transitions.length} kinds in ${fleetCountsFile}: run npm run charts`)
}
process.exitCode = deviations === 0 ? 0 : 1
