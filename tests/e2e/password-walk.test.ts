import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { changePasswordMachine, type PasswordForm } from '../../src/machines/session/change-password.ts'
import { openBrowser } from '../support/browser.ts'
import type { ChartUnderTest } from '../support/chart-model.ts'
import { HeldCalls, walkEveryTransition, walkFailsWithBrokenGuard, type Walker } from '../support/chart-walk.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'

let server: TestServer
let store: TestStore
let browser: Browser
let window: BrowserContext
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  window = await browser.newContext()
  store = openTestStore(server)
})
afterAll(async () => {
  await browser.close()
  await store.close()
  await server.stop()
})

const form: PasswordForm = { old_password: testPassword, new_password: 'brand-new-1', new_passwordcopy: 'brand-new-1' }
const submit = { type: 'submit' as const, ...form }
const labels: Record<keyof PasswordForm, string> = {
  old_password: '原密码',
  new_password: '新密码',
  new_passwordcopy: '确认新密码',
}

let people = 0
/** Somebody new, whose password is the first accounts'. */
async function newcomer() {
  people += 1
  const { user_name } = await store.addUser({ user_name: `walker-${people}`, role: 'element' }, 'agent')
  const signIn = async (password: string) => server.call('v2/user/login', { body: { user_name, password } })
  return { signIn, token: String((await signIn(testPassword)).data.token) }
}

async function begin(where = window): Promise<Walker<typeof changePasswordMachine>> {
  const { signIn, token } = await newcomer()
  const page = await where.newPage()
  await page.context().addCookies([{ name: 'token', value: token, url: server.url, sameSite: 'Strict' }])
  const calls = await HeldCalls.of(page, /\/pwd\/modify/)
  await page.goto(`${server.url}/dashboard`)
  const userMenu = page.getByRole('button', { name: /用户菜单/ })
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const send = dialog.getByRole('button', { name: /^(?:修改|正在修改…)$/ })
  await userMenu.waitFor()
  let left = false

  return {
    does: {
      async open() {
        await userMenu.click()
        await page.getByRole('menuitem', { name: '修改密码' }).click()
      },
      cancel: () => dialog.getByRole('button', { name: '取消' }).click(),
      async submit(event) {
        for (const [field, label] of Object.entries(labels))
          await dialog.getByLabel(label, { exact: true }).fill(String(event[field]))
        await send.click()
      },
      async 'xstate.done.actor.change'() {
        await calls.pass()
        left = true
        await page.getByText('修改成功').waitFor()
        expect(await signIn(form.new_password)).toMatchObject({ code: 20_000 })
      },
      async 'xstate.error.actor.change'() {
        await calls.fail()
        await page.getByText(/^修改失败/).waitFor()
        expect(await signIn(testPassword)).toMatchObject({ code: 20_000 })
      },
    },
    async sees(state) {
      if (state.matches('closed')) {
        await expect.poll(() => dialog.count()).toBe(0)
        if (left) await page.waitForURL(`${server.url}/login`)
        else await userMenu.waitFor()
        return
      }
      await send.waitFor()
      const busy = state.matches('submitting')
      expect(await send.getAttribute('aria-label')).toBe(busy ? '正在修改…' : null)
      await calls.waiting(busy ? 1 : 0)
      for (const [field, label] of Object.entries(labels)) {
        const problem = state.context.problems[field as keyof PasswordForm] // They are its keys.
        const input = dialog.getByLabel(label, { exact: true })
        expect(await input.getAttribute('aria-invalid')).toBe(String(problem !== undefined))
      }
      const reasons = Object.values(state.context.problems).map((problem) =>
        'reason' in problem ? problem.reason : '',
      )
      expect(await dialog.getByText('必填项').count()).toBe(reasons.filter((reason) => reason === 'required').length)
      expect(await dialog.getByText('两次密码不一致').count()).toBe(reasons.includes('mismatch') ? 1 : 0)
    },
    leave: () => page.close(),
  }
}

const chart: ChartUnderTest<typeof changePasswordMachine> = {
  machine: changePasswordMachine,
  events: [
    { type: 'open' },
    { type: 'cancel' },
    submit,
    { ...submit, old_password: '' },
    { ...submit, new_passwordcopy: 'brand-new-2' },
    { type: 'xstate.done.actor.change' },
    { type: 'xstate.error.actor.change', error: new Error('no') },
  ],
  keep: ({ problems }) => problems,
  last: ['xstate.done.actor.change'], // It signs out.
}

describe('the change of the password, walked', () => {
  walkEveryTransition(chart, begin)
  walkFailsWithBrokenGuard(chart, { guard: 'the new ones differ', answers: false }, () => browser, begin)
})
