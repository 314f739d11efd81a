import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Program } from '../../agent/box-under-test.ts'
import type { Story } from '../../support/stories/story.ts'

const code = 'S02'

/** Runs the command that the console shows, on a machine without phones whose frpc connects at once. */
async function runAgent(command: string, folder: string): Promise<Program> {
  const frpc = join(folder, 'frpc')
  await writeFile(frpc, '#!/bin/sh\necho "[I] start proxy success"\nexec sleep 600\n')
  await chmod(frpc, 0o755)
  const [, PHONEDECK_URL = '', ENROLMENT_TOKEN = '', script = ''] =
    /^PHONEDECK_URL=(\S+) ENROLMENT_TOKEN=(\S+) node (\S+)$/.exec(command) ?? []
  return new Program(script, [], {
    PHONEDECK_URL,
    ENROLMENT_TOKEN,
    AGENT_DATA: join(folder, 'agent'),
    ADB_SERVER: '127.0.0.1:9', // Nothing is there.
    PATH: [folder, process.env.PATH].join(delimiter),
  })
}

export const addBox: Story = {
  name: 'add-box',
  title: 'A box is added, reports for duty, and is opened for maintenance',
  shows: ['§2 Routes'],
  wants:
    'There is a machine with phones, and an admin wants them in the console. The box is written down, its agent is started there by one command, which is shown once, and says that it is there; from then on the box can be adjusted from here, and reached by a tunnel (FRP), which admin and security may open. What stands in front of a list is this chart, of every list: a dialog, the details of a row, what is being done to rows.',
  chart: 'listScreen',
  cast: ['listScreen', 'recordForm', 'resourceList'],
  quiet: ['rows changed', 'patched'],
  screen: 'src/screens/boxes/BoxList.tsx',
  noun: 'server/boxes',
  who: 'admin',
  from: '/box/',
  async walk({ page, step }) {
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row').filter({ hasText: code })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const pick = async (name: string) => {
      await row.getByRole('button', { name: '⋯' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const folder = await mkdtemp(join(tmpdir(), 'phonedeck-box-'))
    let program: Program | undefined
    try {
      await page.getByText('实时').first().waitFor()
      await page.waitForLoadState('networkidle')
      await step('Which box?', 'Presses 添加盒子, and writes a name, a code and a region.', async () => {
        await press('添加盒子')
        await dialog.getByLabel('名称', { exact: true }).fill('深圳二号')
        await dialog.getByLabel('编号').fill(code)
        await dialog.getByLabel('地区').selectOption({ index: 1 })
      })
      await step(
        'It is written down, and its command is shown once',
        'Presses 添加盒子. The dialog gives way to the next one.',
        async () => {
          await dialog.getByRole('button', { name: '添加盒子' }).click()
          await page.getByText('等待代理上线…').waitFor()
        },
      )
      await step('It reports for duty', 'Runs the command on the machine beside the phones.', async () => {
        program = await runAgent((await page.getByLabel('接入命令').textContent()) ?? '', folder)
        await page.getByText(/^代理已上线，版本 \d/).waitFor()
      })
      await step('It is adjusted', 'Presses 我已保存, picks 编辑 from its menu, and gives it 20 slots.', async () => {
        await press('我已保存')
        await row.getByText('在线').waitFor()
        await pick('编辑')
        await dialog.getByLabel('卡位').fill('20')
      })
      await step(
        'It is opened for maintenance',
        'Saves that, goes to 打开 FRP, and opens a tunnel: the agent starts frpc, and says so.',
        async () => {
          await dialog.getByRole('button', { name: '保存' }).click()
          await dialog.waitFor({ state: 'detached' })
          await page.getByRole('link', { name: '打开 FRP' }).first().click()
          await page.waitForURL(/\/box\/open/)
          await row.getByRole('button', { name: '打开隧道' }).click()
          await dialog.getByLabel('frp 服务器地址').fill('frp.example.com')
          await dialog.getByLabel('远程端口').fill('20022')
          await dialog.getByRole('button', { name: '打开隧道' }).click()
          await row.getByText('已打开').waitFor()
        },
      )
    } finally {
      await program?.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
