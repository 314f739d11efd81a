// npm run soak -- recorder-page 6: what recording costs a page of the console in use. An operator goes through its screens, so many times, in a tab
// that is recorded and in one that is not; of the time in which each is busy, what the recorder takes and what collecting garbage does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright'
import { launchBrowser, signIn } from '../support/browser.ts'
import { spawnServer } from '../support/server-process.ts'

const [rounds = '6'] = process.argv.slice(2)

/** The chunks of the build that hold the recorder. */
const ofRecorder = /\/(?:page-recorder|watch)-[^/]*\.js$/

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Microseconds of a profile by what they went to. */
function sharesOf({ nodes, samples, timeDeltas }: Profile) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const recording = new Set<number>()
  const visit = (id: number, isWithin: boolean): void => {
    const node = byId.get(id)
    if (node === undefined) return
    const isOurs = isWithin || ofRecorder.test(node.callFrame.url)
    if (isOurs) recording.add(id)
    for (const child of node.children ?? []) visit(child, isOurs)
  }
  visit(nodes[0]?.id ?? 0, false)
  const sums = { busy: 0, recorder: 0, garbage: 0 }
  for (const [at, id] of samples.entries()) {
    const name = byId.get(id)?.callFrame.functionName
    if (name === '(idle)') continue
    const time = timeDeltas[at] ?? 0
    sums.busy += time
    if (recording.has(id)) sums.recorder += time
    if (name === '(garbage collector)') sums.garbage += time
  }
  return sums
}

/** Lists, their filters, and back: what an operator does all day. */
async function work(page: Page): Promise<void> {
  const links = page.getByRole('navigation').locator('a[href^="/"]')
  const places = new Set(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
  if (places.size < 8) throw new Error(`the menu leads to ${[...places].join()} alone`)
  for (const place of places) {
    // Some stand in a section of the menu that is folded.
    await page
      .locator(`nav a[href="${place}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click())
    await page.locator('main').waitFor()
    await page.waitForTimeout(500)
    const filter = page.getByRole('searchbox').first()
    if (!(await filter.isVisible())) continue
    await filter.pressSequentially('B01', { delay: 60 })
    await page.waitForTimeout(600)
    await filter.press('Escape')
    await page.waitForTimeout(400)
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'phonedeck-recorder-'))
const server = await spawnServer({ phones: 6, dataDir, env: { DEMO: '1' } })
const browser = await launchBrowser()

async function profiled(isRecorded: boolean) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signIn(context, server.url, 'admin')
  const page = await context.newPage()
  if (isRecorded) await page.addInitScript(() => sessionStorage.setItem('recording', 'wanted'))
  await page.goto(`${server.url}/dashboard`)
  await page.locator('main').waitFor()
  const devtools: CDPSession = await context.newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 100 })
  await devtools.send('Profiler.start')
  await work(page)
  const { profile } = (await devtools.send('Profiler.stop')) as unknown as { profile: Profile }
  await context.close()
  return sharesOf(profile)
}

const sums = { bare: { busy: 0, recorder: 0, garbage: 0 }, recorded: { busy: 0, recorder: 0, garbage: 0 } }
for (let round = 0; round < Number(rounds); round += 1)
  for (const [name, isRecorded] of [
    ['bare', false],
    ['recorded', true],
  ] as const) {
    const shares = await profiled(isRecorded)
    for (const what of ['busy', 'recorder', 'garbage'] as const) sums[name][what] += shares[what]
  }
for (const [name, { busy, recorder, garbage }] of Object.entries(sums))
  console.log(
    `${name}: busy for ${(busy / 1_000).toFixed(0)} ms, of which ${((recorder / busy) * 100).toFixed(2)} % record and ${((garbage / busy) * 100).toFixed(2)} % collect garbage`,
  )
await browser.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
