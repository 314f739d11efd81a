import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'
import { openBrowser, signIn } from '../support/browser.ts'
import { recordingOf } from '../support/recording-of.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { replay } from '../support/walk/replay.ts'
import { shrink } from '../support/walk/shrink.ts'
import { standingAt } from '../support/walk/standing.ts'
import type { WalkStep } from '../support/walk/step.ts'
import { withBrokerLine, type World } from '../support/walk/world.ts'

// What somebody did at a console that records is done again in another browser, from the recording alone.

let server: TestServer
let browser: Browser
let world: World
let stop: () => Promise<void>
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  const line = await withBrokerLine(server.url)
  world = { browser, ...line }
  stop = () => line.brokerLine.close()
})
afterAll(async () => {
  await browser.close()
  await stop()
  await server.stop()
})

/** Somebody at a narrow desk, whose console records. */
async function operatorAt(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } })
  await context.addInitScript(() => sessionStorage.setItem('recording', 'wanted'))
  await signIn(context, server.url, 'admin')
  const page = await context.newPage()
  await page.goto(server.url + path)
  return page
}

/** Does the steps again, and answers what the page showed in a dialog meanwhile. */
async function again(recording: Recording, steps: readonly WalkStep[]) {
  const dialogs: string[] = []
  const watched: Browser = Object.create(browser, {
    newContext: {
      async value(...options: Parameters<Browser['newContext']>) {
        const context = await browser.newContext(...options)
        await context.exposeBinding('tellDialog', (_, text: string) => void dialogs.push(text))
        await context.addInitScript(() => {
          new MutationObserver(() => {
            const dialog = document.querySelector<HTMLElement>('[role=dialog]')
            // The binding, which the types of a page do not have.
            if (dialog) (globalThis as unknown as { tellDialog: (text: string) => void }).tellDialog(dialog.innerText)
          }).observe(document, { childList: true, subtree: true })
        })
        return context
      },
    },
  })
  const standing = standingAt(recording, 'listScreen')
  const walked = await replay({ ...world, browser: watched }, { role: 'admin', steps, ...(standing && { standing }) })
  return { ...walked, dialogs }
}

describe('a double click on a cell that stands out of sight', () => {
  let recording: Recording
  let steps: readonly WalkStep[]

  beforeAll(async () => {
    const page = await operatorAt('/log/list')
    const cell = page.getByRole('gridcell', { name: '127.0.0.1' }).first()
    await cell.waitFor({ state: 'attached' })
    const isInSight = (): Promise<boolean> =>
      cell.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    expect(await isInSight()).toBe(false)
    await page.getByRole('grid').hover()
    await page.mouse.wheel(600, 0)
    await vi.waitFor(async () => expect(await isInSight()).toBe(true), { timeout: 20_000 })
    await cell.dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('127.0.0.1').waitFor()
    recording = await recordingOf(page)
    // Its steps are those of this program.
    steps = recording.steps as unknown as readonly WalkStep[]
    await page.context().close()
  })

  test('is recorded with how far the table was scrolled', () => {
    expect(steps).toContainEqual({ does: 'press twice', target: { kind: 'gridcell', name: '127.0.0.1', nth: 0 } })
    expect(steps.find((step) => step.does === 'scroll' && step.left > 100)).toBeDefined()
  })

  test('is done again, and shows the same', async () => {
    const walked = await again(recording, steps)
    expect(walked.wrong).toBeUndefined()
    // The newest entry of the log, which is another one by now.
    expect(walked.dialogs.at(-1)).toMatch(/^记录 #\d+\n.*来源 IP\n127\.0\.0\.1/s)
    expect(walked.standing).toEqual(standingAt(recording, 'listScreen'))
  })

  test.each<[string, (step: WalkStep) => WalkStep[]]>([
    ['the scrolling', (step) => (step.does === 'scroll' ? [] : [step])],
    ['the second click', (step) => [step.does === 'press twice' ? { ...step, does: 'press' } : step]],
  ])('comes to nothing without %s', async (_, change) => {
    const walked = await again(recording, steps.flatMap(change))
    expect(walked.dialogs).toEqual([])
    expect(walked.standing).not.toEqual(standingAt(recording, 'listScreen'))
  })

  test('is all that is left once it is shrunk, in a window where it is in sight', async () => {
    const shortest = await shrink(world, 'admin', await again(recording, steps))
    expect(shortest.steps.map(({ does }) => does)).toEqual(['open', 'press twice'])
  })
})

test('what is written in a field is recorded as what stands there, and a password as nobody can read it', async () => {
  const page = await operatorAt('/user/add')
  await page.getByLabel('用户名', { exact: true }).pressSequentially('xiaolu')
  const password = page.getByLabel('密码', { exact: true })
  await password.fill(testPassword)
  const { steps } = await recordingOf(page)
  const filled = (steps as unknown as readonly WalkStep[]).flatMap((step) => (step.does === 'fill' ? [step] : []))
  expect(filled.map(({ field }) => field)).toEqual(['user_name', 'password'])
  expect(filled.map(({ value }) => value)).toEqual(['xiaolu', expect.stringMatching(/^••••••\d+$/)])
  expect(JSON.stringify(steps)).not.toContain(testPassword)
  await page.context().close()
})
