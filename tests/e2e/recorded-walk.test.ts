import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Recording } from '../../packages/machines-inspector/src/recording/recording.ts'
import { openBrowser, signIn } from '../support/browser.ts'
import { recordingOf } from '../support/recording-of.ts'
import { startServer, testPassword, type TestServer } from '../support/server.ts'
import { replay } from '../support/walk/replay.ts'
import { shrink } from '../support/walk/shrink.ts'
import { standingAt } from '../support/walk/standing.ts'
import type { WalkStep } from '../support/walk/step.ts'
import { withBrokerLine, type World } from '../support/walk/world.ts'

// What somebody did at a console that records is done again in another browser, from the recording alone.

let server: TestServer
let browser: Browser
let world: World
let stop: () => Promise<void>
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), openBrowser()])
  const line = await withBrokerLine(server.url)
  world = { browser, ...line }
  stop = () => line.brokerLine.close()
})
afterAll(async () => {
  await browser.close()
  await stop()
  await server.stop()
})

/** Somebody at a narrow desk, whose console records. */
async function operatorAt(path: string, userName = 'admin'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 770, height: 700 } })
  await context.addInitScript(() => sessionStorage.setItem('recording', 'wanted'))
  await signIn(context, server.url, userName)
  const page = await context.newPage()
  await page.goto(server.url + path)
  return page
}

/** Does the steps again, and answers what the page showed in a dialog meanwhile. */
async function again(recording: Recording, steps: readonly WalkStep[]) {
  const dialogs: string[] = []
  const watched: Browser = Object.create(browser, {
    newContext: {
      async value(...options: Parameters<Browser['newContext']>) {
        const context = await browser.newContext(...options)
        await context.exposeBinding('tellDialog', (_, text: string) => void dialogs.push(text))
        await context.addInitScript(() => {
          new MutationObserver(() => {
            const dialog = document.querySelector<HTMLElement>('[role=dialog]')
            // The binding, which the types of a page do not have.
            if (dialog) (globalThis as unknown as { tellDialog: (text: string) => void }).tellDialog(dialog.innerText)
          }).observe(document, { childList: true, subtree: true })
        })
        return context
      },
    },
  })
  const standing = standingAt(recording, 'listScreen')
  const walked = await replay({ ...world, browser: watched }, { role: 'admin', steps, ...(standing && { standing }) })
  return { ...walked, dialogs }
}

describe('a double click on a cell that stands out of sight', () => {
  let recording: Recording
  let steps: readonly WalkStep[]

  beforeAll(async () => {
    const page = await operatorAt('/log/list')
    const cell = page.getByRole('gridcell', { name: '127.0.0.1' }).first()
    await cell.waitFor({ state: 'attached' })
    const isInSight = (): Promise<boolean> =>
      cell.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    expect(await isInSight()).toBe(false)
    await page.getByRole('grid').hover()
    await page.mouse.wheel(600, 0)
    await vi.waitFor(async () => expect(await isInSight()).toBe(true), { timeout: 20_000 })
    await cell.dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('127.0.0.1').waitFor()
    recording = await recordingOf(page)
    // Its steps are those of this program.
    steps = recording.steps as unknown as readonly WalkStep[]
    await page.context().close()
  })

  test('is recorded with how far the table was scrolled', () => {
    expect(steps).toContainEqual({ does: 'press twice', target: { kind: 'gridcell', name: '127.0.0.1', nth: 0 } })
    expect(steps.find((step) => step.does === 'scroll' && step.left > 100)).toBeDefined()
    // Where the recording is taken out nothing is recorded.
    expect(steps.at(-1)?.does).toBe('press twice')
  })

  test('is done again, and shows the same', async () => {
    const walked = await again(recording, steps)
    expect(walked.wrong).toBeUndefined()
    // The newest entry of the log, which is another one by now.
    expect(walked.dialogs.at(-1)).toMatch(/^记录 #\d+\n.*来源 IP\n127\.0\.0\.1/s)
    expect(walked.standing).toEqual(standingAt(recording, 'listScreen'))
  })

  test.each<[string, (step: WalkStep) => WalkStep[]]>([
    ['the scrolling', (step) => (step.does === 'scroll' ? [] : [step])],
    ['the second click', (step) => [step.does === 'press twice' ? { ...step, does: 'press' } : step]],
  ])('comes to nothing without %s', async (_, change) => {
    const walked = await again(recording, steps.flatMap(change))
    expect(walked.dialogs).toEqual([])
    expect(walked.standing).not.toEqual(standingAt(recording, 'listScreen'))
  })

  test('is all that is left once it is shrunk, in a window where it is in sight', async () => {
    const shortest = await shrink(world, 'admin', await again(recording, steps))
    expect(shortest.steps.map(({ does }) => does)).toEqual(['open', 'press twice'])
  })
})

test('what is written in a field is recorded as what stands there, and a password as nobody can read it', async () => {
  const page = await operatorAt('/user/add')
  await page.getByLabel('用户名', { exact: true }).pressSequentially('xiaolu')
  const password = page.getByLabel('密码', { exact: true })
  await password.fill(testPassword)
  const { steps } = await recordingOf(page)
  const filled = (steps as unknown as readonly WalkStep[]).flatMap((step) => (step.does === 'fill' ? [step] : []))
  expect(filled.map(({ field }) => field)).toEqual(['user_name', 'password'])
  expect(filled.map(({ value }) => value)).toEqual(['xiaolu', expect.stringMatching(/^••••••\d+$/)])
  expect(JSON.stringify(steps)).not.toContain(testPassword)
  await page.context().close()
})

describe('a form that is filled in by choosing', () => {
  let token: string
  let recording: Recording
  let steps: readonly WalkStep[]

  /** The task of this name, and takes it away. */
  async function takeTask() {
    const { data } = await server.call('v2/task/list', { token, query: { keyword: '清晨截图' } })
    expect(data.items).toHaveLength(1)
    const [{ id, enabled, work, targets, schedule }] = data.items
    await server.call('v2/task/del', { token, body: { ids: [id] } })
    return { enabled, work, targets, at: schedule.once_at }
  }
  const wanted = {
    enabled: false,
    work: { action: 'screenshot' },
    targets: { filter: {} },
    at: Date.parse('2031-03-04T05:06Z'),
  }

  beforeAll(async () => {
    const page = await operatorAt('/services/timedtasks')
    await page.getByRole('button', { name: '新建任务' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('名称', { exact: true }).pressSequentially('清晨截图')
    await dialog.locator('select[name=does]').selectOption({ label: '屏幕截图' })
    await dialog.locator('select[name=choice]').focus()
    for (let down = 0; down < 3; down += 1) await page.keyboard.press('ArrowDown')
    await dialog.locator('select[name=repeat]').selectOption({ label: '只执行一次' })
    await dialog.getByLabel('执行时间').fill('2031-03-04T05:06')
    // The word beside the switch, which is neither it nor anything else that can be pressed.
    await dialog.locator('label', { hasText: '启用' }).last().click()
    await dialog.getByText('停用', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'detached' })
    recording = await recordingOf(page)
    await page.context().close()
    // Its steps are those of this program.
    steps = recording.steps as unknown as readonly WalkStep[]
    token = await server.signIn('admin')
    expect(await takeTask()).toEqual(wanted)
  })

  test('is recorded with what was chosen, once for each list, and nothing of how', () => {
    expect(steps.flatMap((step) => (step.does === 'choose' ? [`${step.target.name}: ${step.option}`] : []))).toEqual([
      '执行: 屏幕截图',
      '目标设备: 按条件',
      '重复: 只执行一次',
    ])
    expect(steps.filter(({ does }) => does === 'key')).toEqual([])
  })

  test('is saved as it was, by another browser', async () => {
    const walked = await again(recording, steps)
    expect(walked.wrong).toBeUndefined()
    expect(walked.steps).toEqual(steps)
    expect(await takeTask()).toEqual(wanted)
  })

  test.each<[string, (step: WalkStep) => boolean, object]>([
    // Without it the form is a longer one, which has no date and whose switch is out of sight.
    [
      'a choice',
      (step) => 'target' in step && /^(?:重复|执行时间|启用)$/.test(step.target.name),
      { at: undefined, enabled: true },
    ],
    ['the switch', (step) => step.does === 'press' && step.target.name === '启用', { enabled: true }],
  ])('is saved otherwise without %s', async (_, isLeftOut, otherwise) => {
    await again(
      recording,
      steps.filter((step) => !isLeftOut(step)),
    )
    expect(await takeTask()).toEqual({ ...wanted, ...otherwise })
  })
})

test('what a file to be imported says is in no step, not even as the name of a list', async () => {
  const page = await operatorAt('/temu/list', 'manager')
  await page.getByRole('button', { name: '导入', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const table = '名称,账号,分组,Xy7-heading\n一号店,a@x.cn,Tr0ub4dor-group,Tr0ub4dor-cell\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await dialog.getByRole('combobox', { name: 'Xy7-heading' }).selectOption({ label: '备注' })
  const group = dialog.getByRole('combobox', { name: '分组 Tr0ub4dor-group' })
  await group.selectOption({ label: '新建分组“Tr0ub4dor-group”' })
  await group.press('Tab')
  const { steps } = await recordingOf(page)
  expect((steps as unknown as readonly WalkStep[]).filter(({ does }) => does === 'choose')).toHaveLength(2)
  expect(JSON.stringify(steps)).not.toMatch(/Tr0ub4dor|Xy7/)
  await page.context().close()
})
