import type { Page } from 'playwright'
import {
  scrollersInSight,
  targetsInSight,
  type Hit,
  type Scroller,
  type Target,
} from '../../../src/inspector/targets.ts'

/** What somebody could press or write in just now. */
export const targetsOn = (page: Page): Promise<Hit[]> => page.evaluate(targetsInSight, null)

const isSame =
  ({ kind, name, nth }: Target) =>
  (other: Target): boolean =>
    other.kind === kind && other.name === name && other.nth === nth

/** The same target again, perhaps on another page; undefined where it is not there. */
export const findTarget = async (page: Page, target: Target): Promise<Hit | undefined> =>
  (await targetsOn(page)).find(isSame(target))

/** The same again of what can be scrolled. */
export const findScroller = async (page: Page, target: Target): Promise<Scroller | undefined> =>
  (await page.evaluate(scrollersInSight, null)).find(isSame(target))
