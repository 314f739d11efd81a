import type { BrowserContext, ConsoleMessage, ElementHandle, Page } from 'playwright'
import type { Role } from '../../../domain/roles.ts'
import { signIn } from '../browser.ts'
import { recordingOf } from '../recording-of.ts'
import { callServer } from '../server.ts'
import { saysLive, wrongOn } from './invariants.ts'
import { allPaths } from './screens-of-roles.ts'
import type { Hit, Target } from '../../../src/inspector/targets.ts'
import { standingAt, type Standing } from './standing.ts'
import type { WalkStep } from './step.ts'
import { findScroller, findTarget, targetsOn } from './targets.ts'
import type { World } from './world.ts'

const keys = ['Escape', 'Enter', 'Tab', 'ArrowDown', 'Control+k', '?']
const texts = ['a', '深圳', ' ', '0', "'; drop table users --", '<b>x</b>', 'x'.repeat(300)]

/** Steps at which an error of the network is no news, nor at the next one. */
const disturbances = new Set<WalkStep['does']>([
  'cut the network',
  'cut off the broker',
  'kill the server',
  'end the session',
  'open',
  'reload',
  'back',
])

/** How long a page may take to notice that the broker is away, and to try to have it again, in milliseconds (SPEC §9). */
const noticing = 10_000

/** Fields that have a control of the browser's own, beside which nobody can write. */
const drawnByBrowser = /^(?:color|date|datetime-local|month|time|week)$/

/** It is another in each world. */
const origin = /https?:\/\/[\d.]+:\d+/g

/** What it says, and of a file or call that was not had, which. */
function complaintOf(message: ConsoleMessage): string {
  const what = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : ''
  return `${message.text()}${what}`.replaceAll(origin, '')
}

/** What the browser says of a step that it gave up, without what differs each time. */
const cannotBeDone = (error: unknown): string =>
  `it can not be done: ${String(error).split('\n')[0]}`.replaceAll(origin, '')

/** An operator of this role who does whatever comes to hand, and what happens to the page meanwhile. */
export class Walker {
  readonly #world: World
  readonly #role: Role
  readonly #context: BrowserContext
  readonly #page: Page
  /** What the browser's console said that nobody wants to read there, since the last step. */
  readonly #complaints: string[] = []
  #isDisturbed = false
  #wasDisturbed = false

  private constructor(world: World, role: Role, context: BrowserContext, page: Page) {
    this.#world = world
    this.#role = role
    this.#context = context
    this.#page = page
    page.on('console', (message) => {
      if (message.type() === 'warning' || message.type() === 'error') this.#complaints.push(complaintOf(message))
    })
    page.on('response', (response) => {
      // What is written may be refused, and is told at its field; what is asked for by the page itself may not.
      if (response.status() === 400 && response.request().method() === 'GET')
        this.#complaints.push(
          `${new URL(response.url()).pathname} was asked for in a way that the contract does not know`,
        )
    })
    page.on('pageerror', (error) => this.#complaints.push(String(error).replaceAll(origin, '')))
    context.on('page', (other) => void other.close().catch(() => undefined))
    this.#page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  }

  /** @param isRecorded whether the console records what its machines do */
  static async start(world: World, role: Role, isRecorded = false): Promise<Walker> {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 } })
    if (isRecorded) await context.addInitScript(() => sessionStorage.setItem('recording', 'wanted'))
    const walker = new Walker(world, role, context, await context.newPage())
    await walker.#signIn()
    return walker
  }

  /** Where a machine is, of a console that records; the walk is over with it. */
  standingOf = async (machine: string): Promise<Standing | undefined> =>
    standingAt(await recordingOf(this.#page), machine)

  stop = (): Promise<void> => this.#context.close()

  async #signIn(): Promise<void> {
    await signIn(this.#context, this.#world.url, this.#role)
    await this.#page.goto(`${this.#world.url}/dashboard`)
  }

  /** What the operator could do now, by chance. */
  async choose(random: () => number): Promise<WalkStep> {
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item // Never empty.
    const chance = random()
    if (chance < 0.02) return { does: 'end the session' }
    if (chance < 0.04) return { does: 'cut the network' }
    if (chance < 0.05 && this.#world.killServer !== undefined) return { does: 'kill the server' }
    if (chance < 0.07) return { does: 'cut off the broker' }
    if (chance < 0.12) return { does: 'open', path: pick(allPaths) }
    if (chance < 0.16) return { does: 'back' }
    if (chance < 0.18) return { does: 'reload' }
    if (chance < 0.26) return { does: 'key', key: pick(keys) }
    const all = await targetsOn(this.#page).catch((): Hit[] => [])
    const hits = all.filter(({ kind: kindOfHit }) => kindOfHit !== 'gridcell') // Of which there are more than of all else.
    if (hits.length === 0) return { does: 'open', path: '/dashboard' }
    const { kind, name, nth, isWritten, options } = pick(hits)
    const target = { kind, name, nth }
    if (options.length > 0) return { does: 'choose', target, option: pick(options), nth: 0 }
    return isWritten ? { does: 'write', target, text: pick(texts) } : { does: 'press', target }
  }

  /**
   * Does it, and answers what is wrong then; false where it can not be done here, though what it is to be done with was waited for so many
   * milliseconds.
   */
  async take(step: WalkStep, patience: number): Promise<string | false | undefined> {
    // A page that does not come, or hangs, is what a walk looks for; the walk itself goes on.
    const done = await this.#do(step, patience).catch((error: unknown) => cannotBeDone(error))
    if (done !== undefined) return done
    this.#wasDisturbed = this.#isDisturbed
    this.#isDisturbed = disturbances.has(step.does)
    await this.#page.waitForTimeout(50)
    const wrong = await wrongOn(this.#page, () => ({
      role: this.#role,
      complaints: this.#complaints,
      isDisturbed: this.#isDisturbed || this.#wasDisturbed,
      isSessionOver: step.does === 'end the session',
    }))
    this.#complaints.length = 0
    if (wrong === undefined && new URL(this.#page.url()).pathname === '/login') await this.#signIn()
    return wrong
  }

  async #do(step: WalkStep, patience: number): Promise<string | false | void> {
    const page = this.#page
    switch (step.does) {
      case 'press':
      case 'press twice':
      case 'fill':
      case 'write': {
        const hit = await this.#find(step.target, patience)
        if (hit === undefined) return false
        if (step.does === 'fill' && (await this.#fillDrawn(hit, step.value))) return
        await page.mouse.click(hit.x, hit.y, { clickCount: step.does === 'press twice' ? 2 : 1 })
        if (step.does === 'fill') await page.keyboard.press('Control+a')
        if (step.does === 'fill' && step.value === '') await page.keyboard.press('Delete')
        else if (step.does === 'fill') await page.keyboard.insertText(step.value)
        if (step.does === 'write') await page.keyboard.insertText(step.text)
        return
      }
      case 'choose': {
        const hit = await this.#find(step.target, patience)
        const list = hit && (await this.#elementAt(hit))
        const index = await list?.evaluate((element, { option, nth }) => {
          if (!(element instanceof HTMLSelectElement)) return undefined
          return [...element.options].filter(({ label, disabled }) => label === option && !disabled)[nth]?.index
        }, step)
        if (list === undefined || index === undefined) return false
        await list.focus()
        await list.selectOption({ index })
        return
      }
      case 'scroll':
        return this.#scroll(step, patience)
      case 'size':
        return page.setViewportSize(step)
      case 'key':
        return page.keyboard.press(step.key)
      case 'open':
        await page.goto(this.#world.url + step.path)
        return
      case 'back':
        // Before the first page there is none of the console's; one that is being left does not say.
        if (await page.evaluate(() => navigation.currentEntry?.index === 0).catch(() => true)) return false
        await page.goBack()
        return
      case 'reload':
        await page.reload()
        return
      case 'end the session': {
        const token = (await this.#context.cookies()).find(({ name }) => name === 'token')?.value
        if (token === undefined) return false
        await callServer(this.#world.url, 'v2/user/logout', { token, body: {} })
        return
      }
      case 'cut the network':
        await this.#context.setOffline(true)
        await page.waitForTimeout(500)
        await this.#context.setOffline(false)
        return
      case 'cut off the broker':
        return this.#cutOffBroker()
      case 'kill the server':
        return this.#world.killServer?.()
    }
  }

  /** What is waited for has to stay where it is, too: a dialog that is opening would have it elsewhere by then. */
  async #find(target: Target, patience: number): Promise<Hit | undefined> {
    const until = performance.now() + patience
    let before: Hit | undefined
    for (;;) {
      const hit = await findTarget(this.#page, target).catch(() => undefined)
      const isStill = hit !== undefined && hit.x === before?.x && hit.y === before.y
      if (isStill || performance.now() >= until) return hit
      before = hit
      await this.#page.waitForTimeout(100)
    }
  }

  /** What is to be hit there. */
  async #elementAt({ x, y }: Hit): Promise<ElementHandle<Element> | undefined> {
    const found = await this.#page.evaluateHandle((at) => document.elementFromPoint(at.x, at.y), { x, y })
    return found.asElement() ?? undefined
  }

  /** As if it had been picked in the browser's own control; false where the field has none. */
  async #fillDrawn(hit: Hit, value: string): Promise<boolean> {
    const field = await this.#elementAt(hit)
    const type = await field?.evaluate((element) => (element instanceof HTMLInputElement ? element.type : ''))
    if (field === undefined || type === undefined || !drawnByBrowser.test(type)) return false
    await field.fill(value)
    return true
  }

  /** With the wheel, until it is there; false where it can not be had so far. */
  async #scroll({ target, left, top }: Extract<WalkStep, { does: 'scroll' }>, patience: number): Promise<false | void> {
    const until = performance.now() + patience
    for (;;) {
      const now = await findScroller(this.#page, target).catch(() => undefined)
      // Half a pixel is how a browser rounds.
      if (now !== undefined && Math.abs(now.left - left) < 1 && Math.abs(now.top - top) < 1) return
      if (performance.now() >= until) return false
      if (now !== undefined) {
        await this.#page.mouse.move(now.x, now.y)
        await this.#page.mouse.wheel(left - now.left, top - now.top)
      }
      await this.#page.waitForTimeout(100)
    }
  }

  /** Until the page has tried in vain to have it again, and a list says that it is not live; answers what is wrong meanwhile. */
  async #cutOffBroker(): Promise<string | false | void> {
    const { brokerLine } = this.#world
    if (!brokerLine.isInUse) return false
    brokerLine.unplug()
    try {
      const until = performance.now() + noticing
      for (;;) {
        const isLive = await saysLive(this.#page).catch(() => false) // A page that is being left shows no list.
        if (!isLive && brokerLine.refused > 0) return
        if (performance.now() > until)
          return isLive
            ? 'a list says that it is live, and the broker is away'
            : 'nobody tries to have the broker again'
        await this.#page.waitForTimeout(50)
      }
    } finally {
      brokerLine.plugIn()
    }
  }
}
