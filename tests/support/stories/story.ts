import type { Page } from 'playwright'
import type { Role } from '../../../domain/roles.ts'
import type { TestServer } from '../server.ts'
import type { TestStore } from '../test-store.ts'

/** Calls that are held back. */
export interface Held {
  /** Resolves with the first of them. */
  asked: Promise<void>
  release: () => Promise<void>
}

/** What the walk of a story works with. */
export interface Walk {
  page: Page
  server: TestServer
  store: TestStore
  /** Does what the operator does, waits until it is to be seen, and keeps what the page showed and its machines said. */
  step: (title: string, does: string, act: () => Promise<unknown>) => Promise<void>
  /** Holds calls back, so that what is shown meanwhile can be seen. */
  hold: (address: RegExp) => Promise<Held>
  /** Another operator's page, which is not recorded. */
  another: (who: Role, path: string) => Promise<Page>
}

/** One flow of the specification, as a newcomer is told of it. */
export interface Story {
  /** Its page's name. */
  name: string
  title: string
  /** Headings of the specification that it shows, by section. */
  shows: readonly `§${2 | 3 | 4 | 5} ${string}`[]
  /** What the operator wants, and what the specification says of it. */
  wants: string
  /** The machine that it is about: its chart is drawn with the path that the walk took. */
  chart: string
  /** The machines whose conversation is drawn beside it, from the left. */
  cast: readonly string[]
  /** Events that come all the time: where they lead nowhere, they are left out. */
  quiet?: readonly string[]
  /** Where the code lies: the screen's file, the server's folder. */
  screen: string
  noun: string
  /** Who is signed in, by name; nobody where it is undefined. One who is not there yet is added, below the manager. */
  who: string | undefined
  /** Where the walk begins. */
  from: string
  /** Whether what is said before the first step is drawn too: all that happens when a page is opened. */
  isToldFromTheStart?: true
  /** Pixels; 1440 × 900 where nothing is said. */
  viewport?: { width: number; height: number }
  /** `captcha`: no phones, and the picture that tells people from programs. The fleet of the demo otherwise. */
  fleet?: 'captcha'
  /** Whether its messages stay unread: they would pop up in all pictures. */
  keepsMessages?: true
  /** Before the page is opened. */
  prepare?: (walk: Pick<Walk, 'page' | 'server' | 'store'>) => Promise<unknown>
  walk: (walk: Walk) => Promise<unknown>
}
