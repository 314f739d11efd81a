import type { Page } from 'playwright'
import { openNotes, untilLive } from '../../support/phone-page.ts'
import type { Story } from '../../support/stories/story.ts'

export const controlTaken: Story = {
  name: 'control-taken',
  title: 'Control of a phone is lost, and taken back',
  shows: ['§2 Routes', '§4 Device lifecycle'],
  wants:
    'One operator controls a phone, any number may watch. Whoever takes over is asked whether it is really meant; whoever is cut off is told by whom, may go on watching, or take the control back.',
  chart: 'remoteSession',
  cast: ['remoteDesk', 'remoteSession'],
  quiet: ['measured', 'patched', 'phone', 'control', 'announced', 'video resized'],
  screen: 'src/screens/remote/SessionOverlay.tsx',
  noun: 'server/devices',
  who: 'manager',
  from: '/device/list?status=idle',
  async walk({ page, step, another }) {
    const row = page.getByRole('row').filter({ hasText: 'B01-05' })
    let rival: Page | undefined
    await row.waitFor()
    await step('Live, and in control', 'Opens B01-05 from the list of phones, and an app on it.', async () => {
      await row.getByText('打开', { exact: true }).click()
      await page.waitForURL(/\/device1\/remotely\?id=\d+/)
      await untilLive(page, 60_000)
      await openNotes(page)
    })
    await step(
      'Somebody else takes over',
      'Is cut off: an agent has opened the same phone, and confirmed 接管.',
      async () => {
        rival = await another('agent', new URL(page.url()).pathname + new URL(page.url()).search)
        await rival.getByRole('button', { name: '接管', exact: true }).click()
        await rival.getByRole('button', { name: '接管控制权' }).click()
        await page.getByText('控制权已被 agent 接管').waitFor()
      },
    )
    await step('Goes on watching', 'Presses 观察, and sees what the other one does.', async () => {
      await page.getByRole('button', { name: '观察', exact: true }).first().click()
      await page.getByText('观察中').first().waitFor()
    })
    await step('Wants it back', 'Presses 取得控制: the server says who has it.', async () => {
      await page.getByRole('button', { name: '取得控制' }).first().click()
      await page.getByText('agent 正在控制这台手机').waitFor()
    })
    await step('Is it really meant?', 'Presses 接管, and reads what the other one would lose.', async () => {
      await page.getByRole('button', { name: '接管', exact: true }).click()
      await page.getByText('确定要接管吗？').waitFor()
    })
    await step('In control again', 'Presses 接管控制权.', async () => {
      await page.getByRole('button', { name: '接管控制权' }).click()
      await untilLive(page, 60_000)
      await rival?.context().close()
    })
  },
}
