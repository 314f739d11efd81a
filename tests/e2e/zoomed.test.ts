import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedPage } from '../support/browser.ts'
import { everyScreen, openScreens, type Screens } from '../support/every-screen.ts'
import { layoutProblems } from '../support/layout-problems.ts'

// A window of 1440 × 900 at 200 %: so many pixels of CSS, each of two by two.
const zoomed = { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }

let screens: Screens
beforeAll(async () => {
  screens = await openScreens(zoomed)
})
afterAll(() => screens.close())

test('the form of those who are not signed in has room at 200 per cent', async () => {
  const context = await screens.browser.newContext(zoomed)
  const { page, complaints } = await watchedPage(context)
  await page.goto(`${screens.server.url}/login`)
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await layoutProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test.each(everyScreen)('%s has room at 200 per cent: nothing is cut, and nothing lies over anything', async (path) => {
  const { page, complaints } = await screens.open(path)
  expect(await layoutProblems(page)).toEqual([])
  expect(complaints).toEqual([])
})
