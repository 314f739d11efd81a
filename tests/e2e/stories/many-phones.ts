import { openNotes, untilLive } from '../../support/phone-page.ts'
import type { Story } from '../../support/stories/story.ts'

const phones = ['B01-07', 'B01-08', 'B01-09']

export const manyPhones: Story = {
  name: 'many-phones',
  title: 'A wall of phones, three of them under one hand',
  shows: ['§2 Routes', '§4 Device lifecycle'],
  wants:
    'A manager looks at all phones at once, and has some of them do the same. The wall observes: nobody is disturbed by it. Whoever wants to do something chooses phones, one of which leads; what is done to it is done on each of the others. Each has a control lease of its own, so that one that fails or is somebody else’s stops nobody.',
  chart: 'synchronisedControl',
  cast: ['remoteWall', 'synchronisedControl'],
  quiet: ['seen', 'measured', 'patched', 'phone', 'look again', 'announced'],
  screen: 'src/screens/remote/RemoteObserve.tsx',
  noun: 'server/devices',
  who: 'manager',
  from: '/remote/observe',
  async walk({ page, step }) {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    page.setDefaultTimeout(60_000)
    await page.getByText('实时', { exact: true }).nth(17).waitFor()
    await step('All of them, live', 'Enlarges one of the phones of the wall where it stands.', async () => {
      await press('放大 B01-01')
      await page.getByRole('button', { name: '缩小' }).first().waitFor()
    })
    await step(
      'Which are to do the same?',
      'Makes it small again, presses 同步操作, and chooses three phones.',
      async () => {
        await page.keyboard.press('Escape')
        await press('同步操作')
        for (const name of phones) await press(`选择 ${name}`)
        await page.getByText('已选 3 台').waitFor()
      },
    )
    await step('Under one hand', 'Presses 开始同步: the first leads, and the others follow.', async () => {
      await press('开始同步')
      await page.getByText('3 / 3 台同步中').waitFor()
      await untilLive(page, 60_000)
    })
    await step(
      'Done once, done three times',
      'Opens the notes on the leader and writes: so do the others.',
      async () => {
        await openNotes(page)
        await page.keyboard.insertText('你好')
        await page.waitForTimeout(1_000)
      },
    )
    await step('One stays out of it', 'Pauses B01-08, and goes on with the others.', async () => {
      await press('暂停 B01-08')
      await page.getByText('2 / 3 台同步中').waitFor()
      await page.getByRole('textbox', { name: '输入文字，发送到所有手机' }).fill('，世界')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1_000)
    })
    await step('Given back', 'Presses 退出同步: the wall is there again, and every lease is free.', async () => {
      await press('退出同步')
      await page.getByRole('button', { name: '同步操作' }).waitFor()
      await page.getByText('实时', { exact: true }).nth(17).waitFor()
    })
  },
}
