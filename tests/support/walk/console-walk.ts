import type { Browser, BrowserContext, Page } from 'playwright'
import type { Role } from '../../../domain/roles.ts'
import { signIn, watchedPage } from '../browser.ts'
import { randomOf } from '../random.ts'
import { callServer } from '../server.ts'
import { wrongOn } from './invariants.ts'
import { allPaths } from './screens-of-roles.ts'
import { wordsOf, type WalkStep } from './step.ts'
import { findTarget, targetsOn, type Hit } from './targets.ts'

/** Where a walk takes place. */
export interface World {
  browser: Browser
  url: string
  /** Kills the server and starts it again; left out where it must not be. */
  killServer?: () => Promise<void>
}

/** What was done, and what is wrong after the last of it. */
export interface Walked {
  steps: WalkStep[]
  wrong: string | undefined
}

const keys = ['Escape', 'Enter', 'Tab', 'ArrowDown', 'Control+k', '?']
const texts = ['a', '深圳', ' ', '0', "'; drop table users --", '<b>x</b>', 'x'.repeat(300)]

/** Steps at which an error of the network is no news, nor at the next one. */
const disturbances = new Set<WalkStep['does']>([
  'cut the network',
  'kill the server',
  'end the session',
  'open',
  'reload',
  'back',
])

/** An operator of this role who does whatever comes to hand, and what happens to the page meanwhile. */
class Walker {
  readonly #world: World
  readonly #role: Role
  readonly #context: BrowserContext
  readonly #page: Page
  readonly #complaints: string[]
  #isDisturbed = false
  #wasDisturbed = false

  private constructor(
    world: World,
    role: Role,
    context: BrowserContext,
    watched: { page: Page; complaints: string[] },
  ) {
    this.#world = world
    this.#role = role
    this.#context = context
    this.#page = watched.page
    this.#complaints = watched.complaints
    context.on('page', (other) => void other.close().catch(() => undefined))
    this.#page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  }

  static async start(world: World, role: Role): Promise<Walker> {
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 } })
    const walker = new Walker(world, role, context, await watchedPage(context))
    await walker.#signIn()
    return walker
  }

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
    if (chance < 0.1) return { does: 'open', path: pick(allPaths) }
    if (chance < 0.14) return { does: 'back' }
    if (chance < 0.16) return { does: 'reload' }
    if (chance < 0.24) return { does: 'key', key: pick(keys) }
    const hits = await targetsOn(this.#page).catch((): Hit[] => [])
    if (hits.length === 0) return { does: 'open', path: '/dashboard' }
    const { kind, name, nth, isWritten } = pick(hits)
    const target = { kind, name, nth }
    return isWritten ? { does: 'write', target, text: pick(texts) } : { does: 'press', target }
  }

  /** Does it, and answers what is wrong then; false where it can not be done here. */
  async take(step: WalkStep): Promise<string | false | undefined> {
    if ((await this.#do(step)) === false) return false
    this.#wasDisturbed = this.#isDisturbed
    this.#isDisturbed = disturbances.has(step.does)
    await this.#page.waitForTimeout(50)
    const wrong = await wrongOn(this.#page, () => ({
      role: this.#role,
      complaints: this.#complaints,
      isDisturbed: this.#isDisturbed || this.#wasDisturbed,
    }))
    this.#complaints.length = 0
    if (wrong === undefined && new URL(this.#page.url()).pathname === '/login') await this.#signIn()
    return wrong
  }

  async #do(step: WalkStep): Promise<false | void> {
    const page = this.#page
    switch (step.does) {
      case 'press':
      case 'write': {
        const hit = await findTarget(page, step.target).catch(() => undefined)
        if (hit === undefined) return false
        await page.mouse.click(hit.x, hit.y)
        if (step.does === 'write') await page.keyboard.insertText(step.text)
        return
      }
      case 'key':
        return page.keyboard.press(step.key)
      case 'open':
        await page.goto(this.#world.url + step.path)
        return
      case 'back':
        await page.goBack()
        return page.url() === 'about:blank' ? void (await page.goForward()) : undefined
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
      case 'kill the server':
        return this.#world.killServer?.()
    }
  }
}

/** Takes one step after the other, those that can be taken, as long as there is one and nothing is wrong. */
async function follow(
  world: World,
  role: Role,
  next: (walker: Walker, taken: number) => Promise<WalkStep | undefined>,
): Promise<Walked> {
  const walker = await Walker.start(world, role)
  const steps: WalkStep[] = []
  try {
    for (let step = await next(walker, 0); step !== undefined; step = await next(walker, steps.length)) {
      const wrong = await walker.take(step)
      if (wrong === false) continue
      steps.push(step)
      if (wrong !== undefined) return { steps, wrong }
    }
    return { steps, wrong: undefined }
  } finally {
    await walker.stop()
  }
}

/** Walks at random, so many steps or until something is wrong. */
export function walk(world: World, role: Role, { seed, steps }: { seed: number; steps: number }): Promise<Walked> {
  const random = randomOf(seed)
  return follow(world, role, async (walker, taken) => (taken < steps ? walker.choose(random) : undefined))
}

/** Takes these steps again; those that can not be taken are passed over. */
export function retrace(world: World, role: Role, steps: readonly WalkStep[]): Promise<Walked> {
  const left = [...steps]
  return follow(world, role, async () => left.shift())
}

/** Walks that are made anew to find a shorter one at most. */
const shrinkingTries = 24

/**
 * Fewer of these steps that come to the same: the last ones first, since what went wrong did so just now, and then ever fewer are left
 * out.
 */
export async function shrink(world: World, role: Role, walked: Walked): Promise<Walked> {
  let shortest = walked
  let tries = 0
  const shorten = async (fewer: readonly WalkStep[]): Promise<boolean> => {
    tries += 1
    const again = await retrace(world, role, fewer)
    const isSame = again.wrong === walked.wrong
    if (isSame) shortest = again
    return isSame
  }
  for (let last = 1; last < walked.steps.length; last *= 4) if (await shorten(walked.steps.slice(-last))) break
  let portion = Math.ceil(shortest.steps.length / 2)
  while (portion >= 1) {
    for (let at = 0; at < shortest.steps.length; at += portion) {
      if (tries === shrinkingTries) return shortest
      // The same place holds others then.
      if (await shorten(shortest.steps.toSpliced(at, portion))) at -= portion
    }
    portion = Math.floor(portion / 2)
  }
  return shortest
}

/** For people: what was done, and what is wrong with it. */
export const storyOf = (role: Role, { steps, wrong }: Walked): string =>
  [`${role}:`, ...steps.map((step) => `  ${wordsOf(step)}`), `  → ${wrong ?? 'all is well'}`].join('\n')
