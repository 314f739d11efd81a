import type { Page } from 'playwright'
import type { TestServer } from './server.ts'

/** Where the notes app keeps its text. */
export const notesFile = '/data/data/com.phonedeck.notes/files/notes.txt'
/** What is written in the notes app of a phone; empty where nothing is. */
export async function noteOn(server: TestServer, token: string, id: number): Promise<string> {
  const body = { id, command: `cat ${notesFile} 2>/dev/null || true` }
  return (await server.call('v2/device/shell', { token, body })).data?.output ?? ''
}

/** Where the notes app's icon is on the home screen, as fractions of the picture. */
export const notesIcon = { x: 0.155, y: 0.84 }

/** The screens of phones on a page: whatever is touched there reaches the phone. */
export const phoneScreens = (page: Page) => page.locator('[role=img]:has(> canvas)')

/** What the picture shows, as one string; two pages that show the same picture have the same. */
export const frameOf = (page: Page): Promise<string> =>
  phoneScreens(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/png'))

export async function tapScreen(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const box = await phoneScreens(page).first().boundingBox()
  if (box === null) throw new Error('there is no picture')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

/** A phone's picture that is live; a list that is live says so with the same word. */
export const live = (page: Page) =>
  page
    .getByRole('main')
    .filter({ has: phoneScreens(page) })
    .getByText('实时', { exact: true })
    .first()

/** Waits until the picture is live; a page that does not get there says what it says to its operator. */
export async function untilLive(page: Page, timeout: number): Promise<void> {
  try {
    await live(page).waitFor({ timeout })
  } catch (error) {
    throw new Error(`not live after ${timeout} ms:\n${await page.getByRole('main').innerText()}`, { cause: error })
  }
}

/** Opens the notes app with its icon, and waits until its window stands still. */
export async function openNotes(page: Page): Promise<void> {
  const home = await frameOf(page)
  await tapScreen(page, notesIcon)
  await phoneScreens(page)
    .locator('canvas')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, before) =>
        new Promise<void>((resolve) => {
          let last = ''
          const look = setInterval(() => {
            const now = canvas.toDataURL('image/png')
            if (now !== before && now === last) {
              clearInterval(look)
              resolve()
            }
            last = now
          }, 250) // Longer than any of the phone's animations takes from one picture to the next.
        }),
      home,
    )
}

/** Where adb reaches a phone of the embedded box, from what its agent logs. */
export async function addressOf(server: TestServer, serial: string): Promise<string> {
  const line = await server.line(new RegExp(`"serial":"${serial}","address":`))
  const address = /"address":"([\d.:]+)"/.exec(line)?.[1]
  if (address === undefined) throw new Error(`no address in ${line}`)
  return address
}
