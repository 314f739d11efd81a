import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { findMachines, type FoundMachine } from '../../../scripts/find-machines.mjs'
import { launchBrowser } from '../browser.ts'
import { startDemoFleet } from '../demo-fleet.ts'
import { spawnServer } from '../server-process.ts'
import type { TestServer } from '../server.ts'
import { stories } from '../../e2e/stories/stories.ts'
import { ChartPath } from './chart-path.ts'
import { conversation } from './conversation.ts'
import { guide } from './guide.ts'
import { litChart } from './lit-chart.ts'
import { keepPicture } from './picture.ts'
import { recordedWalk } from './recorded-walk.ts'
import { sequenceSvg } from './sequence-svg.ts'
import { storyPage } from './story-page.ts'
import type { Story } from './story.ts'

/** Walks the stories and writes docs/stories. `npm run stories`, or `npm run stories -- sign-in` for some of them. */

const wanted = process.argv.slice(2)
const folder = join(import.meta.dirname, '../../../docs/stories')
const machines = new Map((await findMachines()).map((found) => [found.machine.id, found]))

const machineOf = (id: string): FoundMachine => {
  const found = machines.get(id)
  if (found === undefined) throw new Error(`there is no machine ${id}`)
  return found
}

async function write(story: Story, server: TestServer, browser: Browser): Promise<void> {
  const { name, chart, cast, quiet } = story
  const found = machineOf(chart)
  const walked = await recordedWalk(browser, server, story)
  const records = conversation({
    ...walked,
    ends: walked.steps.map(({ end }) => end),
    chart,
    cast,
    quiet,
    machineOf: (id) => machines.get(id)?.machine,
  })
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const kept = new Set(['chart.svg'])
  const keep = (file: string): string => {
    kept.add(file)
    return join(own, file)
  }
  const steps = walked.steps.map((step, index) => {
    const record = records[index] ?? { messages: [], moves: [], at: undefined }
    return { ...record, ...step }
  })
  for (const [index, { title, picture, messages }] of steps.entries()) {
    await keepPicture(keep(`${index + 1}.webp`), picture)
    if (messages.length > 0) writeFileSync(keep(`${index + 1}.svg`), sequenceSvg(messages, cast, title))
  }
  const moves = steps.flatMap((step) => step.moves)
  const { svg, isWhole } = await litChart(
    found.machine,
    moves,
    steps.map(({ at }) => at),
  )
  writeFileSync(join(own, 'chart.svg'), svg)
  for (const file of readdirSync(own)) if (!kept.has(file)) rmSync(join(own, file))
  writeFileSync(join(folder, `${name}.md`), storyPage(story, { steps, isWhole }, new ChartPath(found.machine), found))
}

async function walkAt(start: () => Promise<TestServer>, chosen: readonly Story[], browser: Browser): Promise<void> {
  if (chosen.length === 0) return
  const server = await start()
  try {
    for (const story of chosen) {
      const began = performance.now()
      await write(story, server, browser)
      console.log(`${story.name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    }
  } finally {
    await server.stop()
  }
}

mkdirSync(folder, { recursive: true })
const chosen = stories.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const browser = await launchBrowser()
try {
  const atTheDoor = chosen.filter(({ fleet }) => fleet === 'captcha')
  await walkAt(() => spawnServer({ env: { CAPTCHA: 'on' } }), atTheDoor, browser)
  await walkAt(
    () => startDemoFleet(12),
    chosen.filter((story) => !atTheDoor.includes(story)),
    browser,
  )
} finally {
  await browser.close()
}
const names = new Set(stories.flatMap(({ name }) => [name, `${name}.md`]))
for (const file of readdirSync(folder))
  if (file !== 'README.md' && !names.has(file)) rmSync(join(folder, file), { recursive: true })
writeFileSync(join(folder, 'README.md'), guide(stories, machines))
const missing = stories.filter(({ name }) => !existsSync(join(folder, `${name}.md`)))
console.log(`${chosen.length} stories walked, ${missing.length} not walked yet`)
