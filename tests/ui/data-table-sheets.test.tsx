import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/theme.css'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { BatchResult } from '../../src/api/list-calls.ts'
import { BatchResults } from '../../src/screens/lists/BatchResults.tsx'
import { PropertyTable } from '../../src/ui/PropertyTable.tsx'
import { TimeAgo } from '../../src/ui/TimeAgo.tsx'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'

await speakOf('signed in')

const properties = (battery: string) => (
  <I18nextProvider i18n={i18n}>
    <div style={{ display: 'flex', width: 460, height: 300 }}>
      <PropertyTable
        properties={[
          { name: '型号', value: 'Pixel 6' },
          { name: '电量', value: battery },
        ]}
      />
    </div>
  </I18nextProvider>
)

const batch = (results: BatchResult[]) => (
  <I18nextProvider i18n={i18n}>
    <BatchResults results={results} expected={2} nameOf={(id) => `B01-0${id}`} />
  </I18nextProvider>
)

test('the sheet of properties shows names and values, and follows them', async () => {
  const screen = await render(properties('50%'))
  await expect.element(page.getByText('Pixel 6')).toBeVisible()
  await expect.element(page.getByText('50%')).toBeVisible()
  await screen.rerender(properties('49%'))
  await expect.element(page.getByText('49%')).toBeVisible()
})

test('the sheet of a batch shows what each phone came to, as it comes in', async () => {
  const screen = await render(batch([{ id: 1, ok: true }]))
  await expect.element(page.getByText('B01-01')).toBeVisible()
  await expect.element(page.getByText('成功')).toBeVisible()
  await screen.rerender(
    batch([
      { id: 1, ok: true },
      { id: 2, ok: false, code: 40400, message: 'no such phone' },
    ]),
  )
  await expect.element(page.getByText('B01-02')).toBeVisible()
  await expect.element(page.getByText('失败')).toBeVisible()
  await expect.element(page.getByText('40400 no such phone')).toBeVisible()
})

test('how long ago something was stands beside when it was', async () => {
  await render(
    <I18nextProvider i18n={i18n}>
      <TimeAgo at={Date.now() - 120_000} />
    </I18nextProvider>,
  )
  await expect.element(page.getByText('2 分钟前')).toBeVisible()
  expect(page.getByText('2 分钟前').element().getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})
