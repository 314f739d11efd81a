import { testPassword } from '../../support/server.ts'
import type { Story } from '../../support/stories/story.ts'

export const changePassword: Story = {
  name: 'change-password',
  title: 'Changing the password',
  shows: ['§2 Change-password dialog', '§5 Change-password form'],
  wants:
    'Somebody wants another password. All three fields are required, the two new ones have to match, and what a password is made of is the server’s to say; once it is changed, every session of the user ends, this one too.',
  chart: 'changePassword',
  cast: ['changePassword', 'console', 'session', 'notifications'],
  screen: 'src/screens/session/PasswordDialog.tsx',
  noun: 'server/people',
  who: 'xiaolin',
  from: '/dashboard',
  async walk({ page, step, hold }) {
    const dialog = page.getByRole('dialog', { name: '修改密码' })
    const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)
    const submit = dialog.getByRole('button', { name: '修改', exact: true })
    await page.locator('main h2').first().waitFor()
    await step('The dialog opens', 'Opens the user menu and picks 修改密码.', async () => {
      await page.getByRole('button', { name: /用户菜单/ }).click()
      await page.getByRole('menuitem', { name: '修改密码' }).click()
      await dialog.waitFor()
    })
    await step('What is missing is pointed out', 'Presses 修改 with nothing filled in.', async () => {
      await submit.click()
      await dialog.getByText('必填项').first().waitFor()
    })
    await step('The two new ones differ', 'Fills in all three, and mistypes the second new one.', async () => {
      await fill('原密码', testPassword)
      await fill('新密码', 'brand-new-1')
      await fill('确认新密码', 'brand-new-2')
      await submit.click()
      await dialog.getByText('两次密码不一致').waitFor()
    })
    const held = await hold(/\/pwd\/modify/)
    await step('The server is asked', 'Types it alike, and presses 修改.', async () => {
      await fill('确认新密码', 'brand-new-1')
      await submit.click()
      await page.getByRole('button', { name: '正在修改…' }).waitFor()
    })
    await step('It is changed, and everybody has to sign in anew', 'Waits for the answer.', async () => {
      await held.release()
      await page.getByText('修改成功').waitFor()
      await page.waitForURL(/\/login$/)
    })
  },
}
