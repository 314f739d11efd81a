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

test.each([460, 388, 260])(
  '%i pixels wide, the sheet shows long names and values whole and moves in one direction',
  async (width) => {
    const values = [
      'Saving the record: What was transferred is incomplete or damaged, and nothing of it was kept (ECONNRESET)',
      '盒子代理已断开，正在等待它重新连接；在此之前没有画面，也不能操作这台手机，已保存的数据不受影响',
      'a4f0c1d2-'.repeat(12),
      'Pixel 6',
    ]
    const names = ['Temperature', 'Resolution', '状态原因', 'Why it is not what it was before']
    const { container } = await render(
      <I18nextProvider i18n={i18n}>
        <div style={{ display: 'flex', width, height: 600 }}>
          <PropertyTable
            properties={values.map((value, index) => ({ name: names[index] ?? '', value }))}
            nameWidth={104}
          />
        </div>
      </I18nextProvider>,
    )
    for (const said of [...names, ...values]) {
      const shown = page.getByText(said, { exact: true })
      await expect.element(shown).toBeVisible()
      const words = document.createRange()
      words.selectNodeContents(shown.element())
      const text = words.getBoundingClientRect()
      const room = shown.element().closest('.bp6-table-cell')?.getBoundingClientRect() ?? new DOMRect()
      expect(text.top).toBeGreaterThanOrEqual(room.top)
      expect(text.bottom).toBeLessThanOrEqual(room.bottom)
      expect(text.right).toBeLessThanOrEqual(room.right - (values.includes(said) ? 16 : 6))
      // No more room below the longer of both than a line would take, and no word in two lines.
      if (said.length > 90) expect(room.bottom - text.bottom).toBeLessThanOrEqual(8 + 18)
      if (['Temperature', 'Resolution'].includes(said)) expect(text.height).toBeLessThan(2 * 16)
    }
    const [scroller] = container.querySelectorAll('.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container')
    scroller?.scrollBy({ left: 50 })
    expect(scroller?.scrollLeft).toBe(0)
  },
)

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
