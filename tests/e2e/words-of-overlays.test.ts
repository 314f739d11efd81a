import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyOverlay, openOverlay } from '../support/every-overlay.ts'
import { openScreens, type Screens } from '../support/every-screen.ts'

let screens: Screens
beforeAll(async () => {
  screens = await openScreens({ viewport: { width: 1440, height: 900 } })
})
afterAll(() => screens.close())

/** What may be said in Latin letters to who reads Chinese: SPEC's own words, names of things, and what people typed. */
const named =
  /^(?:Dashboard|Home|Log Out|EN|CPU|admin|manager|element|Pixel \d\w*|[\w-]*\d[\w.: -]*|#[\da-f]{6}|https?:.*|frp\.example\.com|#!.*)$/s

/** Names and hints on the page that are of Latin words alone: read aloud, they are English among Chinese. */
const englishNames = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const named = '[aria-label], [title], [placeholder], [aria-roledescription], svg title'
    const said = [...document.body.querySelectorAll(named)].flatMap((one) => [
      ...['aria-label', 'title', 'placeholder', 'aria-roledescription'].map((name) => one.getAttribute(name) ?? ''),
      one.tagName === 'title' ? one.textContent : '',
    ])
    return [...new Set(said)].filter((text) => /[a-z]{2}/i.test(text) && !/\p{Script=Han}/u.test(text))
  })

test.each(everyOverlay)('%s says nothing in English to who reads Chinese', async (_name, path, ...presses) => {
  const { page } = screens.at(path)
  await page.setViewportSize({ width: presses.includes('narrow') ? 512 : 720, height: 900 })
  await screens.open(path)
  await openOverlay(page, presses)
  // Words that come late follow what they stand on.
  await expect.poll(async () => (await englishNames(page)).filter((text) => !named.test(text))).toEqual([])
})
