import { createHash } from 'node:crypto'
import type { Page } from 'playwright'
import { testPassword } from '../../support/server.ts'
import type { Story, Walk } from '../../support/stories/story.ts'

const answer = 'K7XM'

/** Lets `answer` be the answer to the picture that the page shows: only a hash of it is kept, so nobody could look it up. */
async function settleCaptcha(store: Walk['store'], id: string): Promise<void> {
  const answer_hash = createHash('sha256').update(`${id}:${answer}`).digest()
  await store.db.updateTable('captchas').set({ answer_hash }).where('id', '=', id).execute()
}

/** The id of the next captcha that the page is given. */
const nextCaptcha = async (page: Page): Promise<string> => {
  const response = await page.waitForResponse(/\/user\/captcha/)
  return (await response.json()).data.captcha_id
}

export const signIn: Story = {
  name: 'sign-in',
  title: 'Signing in, with a captcha',
  shows: ['§2 Route guard', '§3 Login payload', '§5 Login'],
  wants:
    'Somebody opens the console without a token, and is led to /login, the only route that is open then. User name, password and the captcha’s answer are sent; blanks around the name are not. A refused try asks for another picture.',
  chart: 'login',
  cast: ['login', 'captcha', 'console', 'session'],
  screen: 'src/screens/session/LoginForm.tsx',
  noun: 'server/people',
  who: undefined,
  from: '/login',
  isToldFromTheStart: true,
  fleet: 'captcha',
  async walk({ page, store, step, hold }) {
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const submit = page.getByRole('button', { name: '登录', exact: true })
    await page.getByAltText('验证码图片').waitFor()
    await step('The login page stands alone', 'Opens the console. Nobody is signed in.', () =>
      field('用户名').waitFor(),
    )
    await step('What is missing is pointed out', 'Presses 登录 with nothing filled in.', async () => {
      await submit.click()
      await page.getByText('必填项').first().waitFor()
    })
    let id = ''
    await step(
      'A wrong captcha is refused, and there is another one',
      'Fills in everything, and misreads the picture.',
      async () => {
        await field('用户名').fill('manager')
        await field('密码').fill(testPassword)
        await field('验证码').fill('WRONG')
        const next = nextCaptcha(page)
        await submit.click()
        id = await next
        await page
          .getByText(/验证码.*(?:错误|过期|不正确)/)
          .first()
          .waitFor()
      },
    )
    await settleCaptcha(store, id)
    const held = await hold(/\/user\/login/)
    await step(
      'The server is asked',
      'Reads it right, this time with a blank behind the name, and presses 登录.',
      async () => {
        await field('用户名').fill(' manager ')
        await field('密码').fill(testPassword)
        await field('验证码').fill(answer)
        await submit.click()
        await held.asked
      },
    )
    await step('Signed in', 'Waits for the answer.', async () => {
      await held.release()
      await page.waitForURL(/\/dashboard$/)
      await page.locator('main h2').first().waitFor()
    })
  },
}
