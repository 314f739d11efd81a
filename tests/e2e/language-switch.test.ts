import { afterAll, beforeAll, expect, test } from 'vitest'
import { chineseOn } from '../support/chinese-on.ts'
import { everyScreen, givenNames, openScreens, type Screens } from '../support/every-screen.ts'

/** It stands above the whole window, and has no bar to change the language in. */
const withoutSwitch = new Set(['/remote/observe'])

let screens: Screens
beforeAll(async () => {
  screens = await openScreens({ viewport: { width: 1440, height: 900 } })
})
afterAll(() => screens.close())

test.each(everyScreen.filter((path) => !withoutSwitch.has(path)))(
  '%s is all English once its reader changes to it',
  async (path) => {
    const { page, complaints } = await screens.open(path)
    await page.getByRole('button', { name: /^EN / }).click()
    await expect.poll(() => chineseOn(page, givenNames)).toEqual([])
    await page.getByRole('button', { name: /^中文 / }).click()
    await page.getByRole('button', { name: /^EN / }).waitFor()
    expect(complaints).toEqual([])
  },
)

test('what was done last is not cut on the dashboard in English', async () => {
  await screens.open('/user/add') // Makes an invite code.
  const { page } = await screens.open('/dashboard')
  await page.getByRole('button', { name: /^EN / }).click()
  const actions = page
    .getByRole('region', { name: 'Recent operations' })
    .getByRole('listitem')
    .locator('span:nth-child(2)')
  await actions.filter({ hasText: 'Made an invite code' }).waitFor()
  const cut = () =>
    actions.evaluateAll((all) =>
      all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    )
  await expect.poll(cut, { timeout: 10_000 }).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(cut, { timeout: 10_000 }).toEqual([])
}, 60_000)
