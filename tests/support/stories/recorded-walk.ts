import type { Browser } from 'playwright'
import { signIn } from '../browser.ts'
import { signInAt, type TestServer } from '../server.ts'
import { openTestStore } from '../test-store.ts'
import { callsOf, noteCalls, type Call } from './calls.ts'
import { recordingOf } from '../recording-of.ts'
import type { Recording } from './inspector.ts'
import type { Story, Walk } from './story.ts'

interface WalkedStep {
  title: string
  does: string
  /** PNG. */
  picture: Buffer
  /** Unix milliseconds. */
  end: number
}

export interface Walked {
  /** When the first step began, in Unix milliseconds. */
  began: number
  steps: WalkedStep[]
  recording: Recording
  calls: Call[]
}

/** What is not to be read in a picture: the captcha, a box's token, an invite code; what is typed of it, and a password that is shown, as passwords are. */
export const pictureStyle = `
  img[alt*="验证码"], button[aria-label*="验证码"] img { filter: blur(9px) contrast(0.9) }
  [aria-label="接入命令"], [aria-label="邀请码"] code { filter: blur(5px) }
  input[name="captcha_val"], input[name="password"] { -webkit-text-security: disc }
  * { caret-color: transparent !important }
`

const usualViewport = { width: 1440, height: 900 }

/** Walks a story at the real product, with the recorder of the console on, and takes its recording out at the end. */
export async function recordedWalk(browser: Browser, server: TestServer, story: Story): Promise<Walked> {
  const store = openTestStore(server)
  const context = await browser.newContext({ viewport: story.viewport ?? usualViewport })
  try {
    await context.addInitScript(() => sessionStorage.setItem('recording', 'wanted'))
    await noteCalls(context)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    if (story.who !== undefined) {
      if ((await store.users.byName(story.who)) === undefined)
        await store.addUser({ user_name: story.who, role: 'element', modules: ['amazon', 'temu'] }, 'manager')
      if (story.keepsMessages !== true) await readAll(server, story.who)
      await signIn(context, server.url, story.who)
    }
    await story.prepare?.({ page, server, store })
    const steps: WalkedStep[] = []
    let began = 0
    const walk: Walk = {
      page,
      server,
      store,
      async step(title, does, act) {
        if (steps.length === 0) began = await page.evaluate(() => Date.now())
        await act()
        await page.waitForTimeout(settled)
        const end = await page.evaluate(() => Date.now())
        const picture = await page.screenshot({ style: pictureStyle, animations: 'disabled' })
        steps.push({ title, does, picture, end })
      },
      async hold(address) {
        const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        await page.route(address, async (route) => {
          asked.resolve()
          await released.promise
          await route.continue().catch(() => undefined) // Nobody waits for it any more.
        })
        return {
          asked: asked.promise,
          async release() {
            released.resolve()
            await page.unroute(address)
          },
        }
      },
      async another(who, path) {
        const other = await browser.newContext({ viewport: usualViewport })
        await signIn(other, server.url, who)
        const page = await other.newPage()
        await page.goto(server.url + path)
        return page
      },
    }
    await page.goto(server.url + story.from)
    await story.walk(walk)
    const calls = await callsOf(page)
    await page.setViewportSize(usualViewport)
    const recording = await recordingOf(page)
    return { began: story.isToldFromTheStart === true ? 0 : began, steps, calls, recording }
  } finally {
    await context.close()
    await store.close()
  }
}

/** Marks everything as read, so that nothing pops up. */
export async function readAll(server: TestServer, who: string): Promise<void> {
  const token = await signInAt(server.url, who)
  const { data } = await server.call('v2/user/message/list', { token, query: { confirm: false } })
  for (const { id } of data.items) await server.call('v2/user/message/confirm', { token, query: { id } })
}

/** What fades has faded, in milliseconds. */
const settled = 400
