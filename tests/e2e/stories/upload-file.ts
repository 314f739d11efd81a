import type { Story } from '../../support/stories/story.ts'

const name = 'seller-app.apk'

export const uploadFile: Story = {
  name: 'upload-file',
  title: 'Uploading a file, with a pause',
  shows: ['§2 Routes'],
  wants:
    'The operator wants an app on the phones, and begins with its file. It goes up in pieces, may pause, and goes on where it stopped.',
  chart: 'fileUpload',
  cast: ['uploadQueue', 'fileUpload', 'resourceList'],
  quiet: ['rows changed', 'progress'],
  screen: 'src/screens/files/UploadPanel.tsx',
  noun: 'server/files',
  who: 'element',
  from: '/files/list',
  async walk({ page, step }) {
    const queue = page.getByRole('region', { name: '本页上传' })
    await page.getByText('实时').first().waitFor()
    await page.waitForLoadState('networkidle')
    const network = await page.context().newCDPSession(page)
    const atMost = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await network.send('Network.enable')
    await atMost(512 * 1_024)
    await step('On its way', 'Chooses a file. The line is slow: half a megabyte a second.', async () => {
      const buffer = Buffer.from(Array.from({ length: 6 * 1_024 * 1_024 }, (_, at) => (at * 31 + (at >> 8)) % 251))
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await queue.getByText(/^[2-5](\.\d+)? MB \/ 6/).waitFor()
    })
    await step('Paused', 'Presses 暂停.', async () => {
      await page.getByRole('button', { name: `暂停 ${name}`, exact: true }).click()
      await queue.getByText('已暂停').waitFor()
    })
    await step('It goes on where it stopped, and is there', 'Has a better line now, and presses 继续.', async () => {
      await atMost(-1)
      await page.getByRole('button', { name: `继续 ${name}`, exact: true }).click()
      await queue.getByText('上传完成').waitFor()
      await page.getByRole('row').filter({ hasText: name }).getByText('就绪').waitFor()
    })
  },
}
