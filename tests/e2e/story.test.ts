import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMachines } from '../../scripts/find-machines.mjs'
import { openBrowser } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ChartPath } from '../support/stories/chart-path.ts'
import { conversation, type StepRecord } from '../support/stories/conversation.ts'
import { pictureStyle, recordedWalk, type Walked } from '../support/stories/recorded-walk.ts'
import { moveLine, readPage } from '../support/stories/story-page.ts'
import { signIn as story } from './stories/sign-in.ts'

// One story is walked here, so that those who change the console hear of it; all of them are by `npm run stories`.

let server: TestServer
let browser: Browser
let walked: Walked
let records: StepRecord[]
let path: ChartPath

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ env: { CAPTCHA: 'on' } }), openBrowser()])
  const machines = new Map((await findMachines()).map(({ machine }) => [machine.id, machine]))
  const machine = machines.get(story.chart)
  if (machine === undefined) throw new Error(`there is no ${story.chart}`)
  path = new ChartPath(machine)
  walked = await recordedWalk(browser, server, story)
  records = conversation({
    ...walked,
    ends: walked.steps.map(({ end }) => end),
    chart: story.chart,
    cast: story.cast,
    machineOf: (id) => machines.get(id),
  })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** How the text of an input is shown: as it is, or as a password is. */
const securityOf = (input: Element) => getComputedStyle(input).getPropertyValue('-webkit-text-security')

test('the walk at the product goes the way that its page tells', () => {
  const told = readPage(readFileSync(join(import.meta.dirname, '../../docs/stories', `${story.name}.md`), 'utf8'))
  const lines = records.flatMap(({ moves }) => moves.map((move) => moveLine(move, path)))
  expect(readPage(lines.join('\n')).moves).toEqual(told.moves)
  expect(records.map(({ at }) => at && path.leavesOf(at))).toEqual(told.ends)
})

test('its conversation has who spoke to whom, and each call with its answer', () => {
  const said = records.map(({ messages }) => messages.map(({ from, to, label }) => `${from} → ${to}: ${label}`))
  expect(said[0]).toContain('captcha → server: GET v2/user/captcha')
  expect(said[0]).toContain('server → captcha: 200 · ✓ fetch a captcha')
  expect(said[2]).toEqual(
    expect.arrayContaining([
      'login → server: POST v2/user/login',
      'server → login: 401 · ✗ sign in',
      'login → captcha: reload',
    ]),
  )
  expect(said[3]).toEqual(['operator → login: submit', 'login → server: POST v2/user/login'])
  expect(said[4]).toEqual(
    expect.arrayContaining([
      'server → login: 200 · ✓ sign in',
      'login → console: accepted',
      'session → server: GET v2/user/info',
    ]),
  )
})

test('what was typed is in none of it', () => {
  const text = JSON.stringify([walked.recording, records])
  for (const secret of ['K7XM', 'correct-horse-1']) expect(text).not.toContain(secret)
})

test('a picture of it shows neither the captcha nor what is typed of it', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/login`)
  const [picture, typed] = [page.getByAltText('验证码图片'), page.getByLabel('验证码', { exact: true })]
  await picture.waitFor()
  await page.addStyleTag({ content: pictureStyle })
  // Where motion is reduced a transition still takes a frame.
  await expect.poll(() => picture.evaluate((shown) => getComputedStyle(shown).filter)).toContain('blur(9px)')
  expect(await typed.evaluate(securityOf)).toBe('disc')
  expect(await page.getByLabel('密码', { exact: true }).getAttribute('type')).toBe('password')
  await page.close()
})
