import '../../src/ui/theme.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/blueprint.css'
import { BlueprintProvider } from '@blueprintjs/core'
import { I18nextProvider } from 'react-i18next'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../src/api/errors.ts'
import type { Filled, RecordFormInput } from '../../src/api/form-description.ts'
import { useRecordForm } from '../../src/screens/forms/use-record-form.ts'
import { ChoicesField } from '../../src/ui/form/ChoicesField.tsx'
import { ColourField } from '../../src/ui/form/ColourField.tsx'
import { DateTimeField } from '../../src/ui/form/DateTimeField.tsx'
import { FormDialog } from '../../src/ui/form/FormDialog.tsx'
import { MultiSelectField } from '../../src/ui/form/MultiSelectField.tsx'
import { NumberField } from '../../src/ui/form/NumberField.tsx'
import { PasswordField } from '../../src/ui/form/PasswordField.tsx'
import { SelectField } from '../../src/ui/form/SelectField.tsx'
import { SwitchField } from '../../src/ui/form/SwitchField.tsx'
import { TextAreaField } from '../../src/ui/form/TextAreaField.tsx'
import { TextField } from '../../src/ui/form/TextField.tsx'
import { HeldPage } from '../../src/ui/HeldPage.tsx'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'

await speakOf('signed in')

type Shop = {
  name: string
  password: string
  phones: number | null
  role: 'manager' | 'element'
  markets: readonly string[]
  tags: readonly number[]
  enabled: boolean
  opens_at: number | null
  colour: string
  note: string
}

const blank: Shop = {
  name: '',
  password: '',
  phones: 1,
  role: 'element',
  markets: [],
  tags: [],
  enabled: true,
  opens_at: null,
  colour: '#2d72d2',
  note: '',
}

const rules = {
  name: { required: true, minLength: 3 },
  phones: { required: true, type: 'integer', minimum: 0, maximum: 100 },
  markets: { required: true, minItems: 1 },
  note: { maxLength: 20 },
} as const

type Save = RecordFormInput<Shop, null>['save']

function ShopDialog({ save, onSaved, onLeft }: { save: Save; onSaved: () => void; onLeft: () => void }) {
  const form = useRecordForm<Shop, null>({ values: blank, of: 'new record', rules, save }, { onSaved, onLeft })
  return (
    <FormDialog form={form} title="添加店铺" wide>
      <TextField field={form.field('name')} label="名称" autoFocus />
      <PasswordField field={form.field('password')} label="密码" />
      <NumberField field={form.field('phones')} label="设备数" unit="台" />
      <SelectField
        field={form.field('role')}
        label="角色"
        options={[
          { value: 'manager', text: '经理' },
          { value: 'element', text: '成员' },
        ]}
      />
      <ChoicesField
        field={form.field('markets')}
        label="市场"
        options={['amazon', 'temu', 'depop'].map((value) => ({ value, text: value }))}
      />
      <MultiSelectField
        field={form.field('tags')}
        label="标签"
        options={[1, 2, 3].map((value) => ({ value, text: `标签 ${value}` }))}
      />
      <SwitchField field={form.field('enabled')} label="状态" texts={{ on: '启用', off: '停用' }} />
      <DateTimeField field={form.field('opens_at')} label="开始时间" />
      <ColourField field={form.field('colour')} label="颜色" colours={['#2d72d2', '#238551', '#c23a3e']} />
      <div data-whole>
        <TextAreaField field={form.field('note')} label="备注" />
      </div>
    </FormDialog>
  )
}

/** The dialog on a screen that one can leave. */
async function open(save: Save = () => Promise.resolve(null)) {
  const onSaved = vi.fn<() => void>()
  const onLeft = vi.fn<() => void>()
  const router = createMemoryRouter(
    [
      {
        path: '/here',
        element: (
          <HeldPage>
            <Link to="/there"> elsewhere </Link>
            <ShopDialog save={save} onSaved={onSaved} onLeft={onLeft} />
          </HeldPage>
        ),
      },
      { path: '/there', element: <p> another screen </p> },
    ],
    { initialEntries: ['/here'] },
  )
  await render(
    <I18nextProvider i18n={i18n}>
      <BlueprintProvider>
        <RouterProvider router={router} />
      </BlueprintProvider>
    </I18nextProvider>,
  )
  await expect.element(page.getByRole('textbox', { name: '名称' })).toHaveFocus()
  return { onSaved, onLeft, router }
}

const nameField = () => page.getByRole('textbox', { name: '名称' })
const save = () => page.getByRole('button', { name: '保存' })
const question = () => page.getByText('有未保存的修改，离开后将丢失。')

const isTabHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(() => cleanup())

describe('a form in a dialog', () => {
  test('shows what is wrong at each field, and puts the focus into the first', async () => {
    await open()
    await userEvent.fill(page.getByRole('textbox', { name: '设备数' }), '12 台')
    await save().click()
    await expect.element(nameField()).toHaveFocus()
    await expect.element(nameField()).toHaveAccessibleDescription('必填项')
    await expect.element(page.getByText('请输入数字')).toBeVisible()
    await expect.element(page.getByRole('group', { name: '市场' })).toHaveAccessibleDescription('必填项')
    await userEvent.fill(nameField(), 'ab')
    await expect.element(nameField()).toHaveAccessibleDescription('至少 3 个字符')
  })

  test('sends everything that was filled in, once, when Enter is pressed', async () => {
    const answer = Promise.withResolvers<null>()
    const sent: Filled<Shop>[] = []
    const { onSaved } = await open((filled) => {
      sent.push(filled)
      return answer.promise
    })
    await userEvent.fill(nameField(), 'shop-07')
    await userEvent.fill(page.getByLabelText('密码', { exact: true }), 'secret-11')
    // One takes the place of the other, without a second press.
    await page.getByRole('textbox', { name: '设备数' }).click()
    await userEvent.keyboard('12')
    await userEvent.selectOptions(page.getByRole('combobox', { name: '角色' }), '经理')
    await page.getByRole('checkbox', { name: 'temu' }).click()
    await page.getByRole('checkbox', { name: 'amazon' }).click()
    await page.getByLabelText('标签').click()
    await page.getByRole('option', { name: '标签 2' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('checkbox', { name: /状态/ }).click({ force: true })
    await userEvent.fill(page.getByLabelText('开始时间'), '2026-11-22T08:30')
    await page.getByRole('radio', { name: '#238551' }).click()
    await userEvent.fill(page.getByRole('textbox', { name: '备注' }), '店铺 🛒')
    await userEvent.click(nameField())
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(page.getByRole('button', { name: '正在保存…' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    answer.resolve(null)
    await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce(), { timeout: 20_000 })
    expect(sent.map(({ values }) => values)).toEqual([
      {
        name: 'shop-07',
        password: 'secret-11',
        phones: 12,
        role: 'manager',
        markets: ['amazon', 'temu'],
        tags: [2],
        enabled: false,
        opens_at: new Date('2026-11-22T08:30').getTime(),
        colour: '#238551',
        note: '店铺 🛒',
      },
    ])
  })

  test('places what the server refuses at its field, and keeps what was typed', async () => {
    await open(() => Promise.reject(new ApiError(40000, '输入有误', { name: '名称已被使用' })))
    await userEvent.fill(nameField(), 'shop-07')
    await page.getByRole('checkbox', { name: 'temu' }).click()
    await save().click()
    await expect.element(nameField()).toHaveAccessibleDescription('名称已被使用')
    await expect.element(nameField()).toHaveFocus()
    await expect.element(nameField()).toHaveValue('shop-07')
  })

  test('closes at once while nothing was typed, and asks where something was', async () => {
    const untouched = await open()
    await userEvent.keyboard('{Escape}')
    expect(untouched.onLeft).toHaveBeenCalledOnce()
    await cleanup()

    const { onLeft } = await open()
    await userEvent.fill(nameField(), 'shop-07')
    await userEvent.keyboard('{Escape}')
    await expect.element(question()).toBeVisible()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    await expect.element(nameField()).toHaveValue('shop-07')
    await userEvent.click(nameField())
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await vi.waitFor(() => expect(onLeft).toHaveBeenCalledOnce(), { timeout: 20_000 })
  })

  test('takes no key while it is being saved, and is not closed: whatever was typed then would be lost', async () => {
    const { promise, reject } = Promise.withResolvers<null>()
    const { onLeft } = await open(() => promise)
    await userEvent.fill(page.getByRole('textbox', { name: '备注' }), '店铺')
    await page.getByRole('checkbox', { name: 'temu' }).click()
    await userEvent.fill(nameField(), 'shop-07')
    await userEvent.keyboard('{Enter}')
    for (const name of ['名称', '密码', '设备数', '备注'])
      await expect.element(page.getByLabelText(name, { exact: true })).toHaveAttribute('readonly')
    await userEvent.keyboard('{Escape}')
    reject(new ApiError(40000, '输入有误', { name: '名称已被使用' }))
    await expect.element(nameField()).not.toHaveAttribute('readonly')
    await expect.element(nameField()).toHaveFocus()
    expect(onLeft).not.toHaveBeenCalled()
  })

  test('holds the screen that it stands on until the operator has decided', async () => {
    const { router, onLeft } = await open()
    await userEvent.fill(nameField(), 'shop-07')
    void router.navigate('/there')
    await expect.element(question()).toBeVisible()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect.element(question()).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/here')
    void router.navigate('/there')
    await page.getByRole('button', { name: '放弃修改' }).click()
    await expect.element(page.getByText('another screen')).toBeVisible()
    expect(onLeft).toHaveBeenCalledOnce()
  })

  test('keeps the tab from being closed while something would be lost', async () => {
    await open()
    expect(isTabHeld()).toBe(false)
    await userEvent.fill(nameField(), 'shop-07')
    expect(isTabHeld()).toBe(true)
  })

  test('fits a phone', async () => {
    await page.viewport(390, 844)
    await open()
    await expect.element(save()).toBeInViewport()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await page.viewport(1440, 900)
  })
})
