import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyOverlay, openOverlay } from '../support/every-overlay.ts'
import { openScreens, type Screens } from '../support/every-screen.ts'
import { focusProblems, overlayProblems } from '../support/overlay-problems.ts'

/** Windows of 1440 × 900 and 1024 × 768 at 200 %: so many pixels of CSS, each of two by two. */
const windows = [
  { width: 720, height: 450 },
  { width: 512, height: 384 },
]

/** Where pictures are left to be looked at. */
const shots = process.env.OVERLAY_SHOTS

let screens: Screens
beforeAll(async () => {
  screens = await openScreens({ viewport: windows[0] ?? null, deviceScaleFactor: 2 })
})
afterAll(() => screens.close())

test.each(everyOverlay)('%s has room at 200 per cent, all of it', async (name, path, ...presses) => {
  const problems: string[] = []
  for (const size of windows) {
    if (presses.includes(size === windows[0] ? 'narrow' : 'wide')) continue
    const page = await opened(path, presses, size)
    problems.push(...(await overlayProblems(page)), ...(await focusProblems(page)))
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name} ${size.width}.png` })
  }
  expect(problems).toEqual([])
})

/** It stays where the window gets smaller, unless it hangs from what it was opened by. */
async function opened(path: string, presses: readonly string[], size: { width: number; height: number }) {
  const { page } = screens.at(path)
  const stays =
    !presses.includes('narrow') &&
    size !== windows[0] &&
    (await page.locator('[role=dialog], [role=alertdialog]').locator('visible=true').count()) > 0
  await page.setViewportSize(size)
  if (stays) return page
  await screens.open(path)
  await openOverlay(page, presses)
  return page
}
