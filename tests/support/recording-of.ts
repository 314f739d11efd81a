import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { readRecording } from '../../packages/machines-inspector/src/recording/recording-file.ts'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'

/** The recording of a page, as an engineer takes it out: at /__machines, to which a page that stays what it is goes. */
export async function recordingOf(page: Page): Promise<Recording> {
  await page.evaluate(() => {
    history.pushState(null, '', '/__machines')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByRole('button', { name: '回看' }).click()
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存为文件' }).click()
  return readRecording(readFileSync(await (await kept).path(), 'utf8'))
}
