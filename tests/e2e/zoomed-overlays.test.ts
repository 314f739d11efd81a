import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyOverlay, openOverlay } from '../support/every-overlay.ts'
import { openScreens, type Screens } from '../support/every-screen.ts'
import { smallTargets } from '../support/small-targets.ts'
import { englishNames, focusProblems, overlayProblems, overlays } from '../support/overlay-problems.ts'

/** Windows of 1440 × 900 and 1024 × 768 at 200 %: so many pixels of CSS, each of two by two. */
const windows = [
  { width: 720, height: 450 },
  { width: 512, height: 384 },
]

let screens: Screens
beforeAll(async () => {
  screens = await openScreens({ viewport: windows[0] ?? null, deviceScaleFactor: 2 })
})
afterAll(() => screens.close())

test.each(everyOverlay)(
  '%s has room at 200 per cent, all of it, says nothing in English, and gives the focus back',
  async (_name, path, ...presses) => {
    const problems: string[] = []
    for (const size of windows) {
      if (presses.includes(size === windows[0] ? 'narrow' : 'wide')) continue
      const page = await opened(path, presses, size)
      problems.push(...(await overlayProblems(page)), ...(await focusProblems(page)))
      // So narrow a window may be a phone's.
      if (size !== windows[0]) problems.push(...(await smallTargets(page, overlays)))
      // Words that come late follow what they stand on.
      await expect.poll(() => englishNames(page)).toEqual([])
    }
    expect(problems).toEqual([])
    await leave(screens.at(path).page)
    await expect.poll(() => focusedIn(screens.at(path).page)).not.toBe('BODY')
  },
)

/** Closes what is open, one after the other, and lets go of what Tab has written in a script on its way around. */
async function leave(page: Page): Promise<void> {
  const open = page.locator(overlays).locator('visible=true')
  const left = async () => {
    const discard = page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' })
    if ((await discard.count()) > 0) await discard.click()
    else if ((await open.count()) > 0) await page.keyboard.press('Escape')
    return open.count()
  }
  await expect.poll(left).toBe(0)
}

/** Where the next key goes. */
const focusedIn = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

/**
 * It stays where the window gets smaller, unless it hangs from what it was opened by. The screen below is loaded once for all that opens
 * over it, one after the other.
 */
async function opened(path: string, presses: readonly string[], size: { width: number; height: number }) {
  const { page } = screens.at(path)
  const stays =
    !presses.includes('narrow') &&
    size !== windows[0] &&
    (await page.locator('[role=dialog], [role=alertdialog]').locator('visible=true').count()) > 0
  if (!stays) await leave(page)
  await page.setViewportSize(size)
  if (stays) return page
  if (new URL(page.url()).pathname !== path) await screens.open(path)
  await openOverlay(page, presses)
  return page
}
