import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/theme.css'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'
import { TextFilter } from '../../src/screens/lists/TextFilter.tsx'
import { FilterSelect } from '../../src/ui/data-table/FilterSelect.tsx'

await speakOf('signed in')

const input = () => page.getByRole('searchbox')

async function showKeyword(value = '') {
  const onFilter = vi.fn()
  const filter = (value: string) => (
    <I18nextProvider i18n={i18n}>
      <TextFilter placeholder="Name" value={value} onFilter={onFilter} />
      <textarea aria-label="elsewhere" />
    </I18nextProvider>
  )
  const screen = await render(filter(value))
  return { onFilter, rerender: (value: string) => screen.rerender(filter(value)) }
}

/** Time stands still until then: a busy machine takes longer to press a key than what counts as a pause. */
const pauseTyping = () => vi.runAllTimers()

describe('the keyword', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('counts once typing has paused, without its outer spaces', async () => {
    const { onFilter } = await showKeyword()
    await userEvent.type(input(), ' B01 ')
    expect(onFilter).not.toHaveBeenCalled()
    pauseTyping()
    expect(onFilter.mock.calls).toEqual([['B01']])
  })

  test('counts at once with enter', async () => {
    const { onFilter } = await showKeyword()
    await userEvent.type(input(), 'B01{Enter}')
    expect(onFilter.mock.calls).toEqual([['B01']])
  })

  test('is cleared with escape and with the cross', async () => {
    const { onFilter } = await showKeyword('B01')
    await userEvent.type(input(), '{Escape}')
    expect(onFilter.mock.calls).toEqual([['']])
    await expect.element(input()).toHaveValue('')
  })

  test('is focused by a slash, unless something is being written', async () => {
    await showKeyword()
    await userEvent.keyboard('/')
    await expect.element(input()).toHaveFocus()
    await userEvent.type(page.getByLabelText('elsewhere'), 'a/b')
    await expect.element(page.getByLabelText('elsewhere')).toHaveValue('a/b')
  })

  test('follows a change from elsewhere', async () => {
    const { rerender } = await showKeyword('B01')
    await rerender('B02')
    await expect.element(input()).toHaveValue('B02')
  })

  test('keeps what was typed on while its own keyword came back', async () => {
    const { onFilter, rerender } = await showKeyword()
    await userEvent.type(input(), 'B0{Enter}')
    await userEvent.type(input(), '1')
    await rerender('B0')
    await expect.element(input()).toHaveValue('B01')
    pauseTyping()
    expect(onFilter.mock.calls).toEqual([['B0'], ['B01']])
  })
})

describe('a choice', () => {
  const options = [
    { value: 'idle', text: 'Idle' },
    { value: 'offline', text: 'Offline' },
  ]
  const show = async (chosen: string[], multiple: boolean) => {
    const onChoose = vi.fn()
    await render(
      <I18nextProvider i18n={i18n}>
        <FilterSelect label="Status" options={options} chosen={chosen} multiple={multiple} onChoose={onChoose} />
      </I18nextProvider>,
    )
    return onChoose
  }

  test('says that everything is let through, or what is', async () => {
    await show([], true)
    await expect.element(page.getByRole('button', { name: 'Status: 全部' })).toBeVisible()
  })

  test('adds and takes out where several may hold', async () => {
    const onChoose = await show(['idle'], true)
    await page.getByRole('button', { name: 'Status: Idle' }).click()
    await page.getByRole('option', { name: 'Offline' }).click()
    await page.getByRole('option', { name: 'Idle' }).click()
    expect(onChoose.mock.calls).toEqual([[['idle', 'offline']], [[]]])
  })

  test('replaces where one may hold', async () => {
    const onChoose = await show(['idle'], false)
    await page.getByRole('button', { name: 'Status: Idle' }).click()
    await page.getByRole('option', { name: 'Offline' }).click()
    expect(onChoose.mock.calls).toEqual([[['offline']]])
  })

  test('is cleared by its cross', async () => {
    const onChoose = await show(['idle'], false)
    await page.getByRole('button', { name: '清除 Status' }).click()
    expect(onChoose.mock.calls).toEqual([[[]]])
  })
})
