import '../../src/ui/theme.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/blueprint.css'
import { BlueprintProvider } from '@blueprintjs/core'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { FindOptions } from '../../src/api/list-calls.ts'
import { OptionPick } from '../../src/screens/lists/OptionPick.tsx'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'

await speakOf('signed in')

const asked: unknown[] = []
const boxes = [3, 4].map((id) => ({ value: String(id), text: `B0${id}` }))
/** Boxes by part of their name, and by their number; whoever asks for the ninth is refused. */
const findBoxes: FindOptions = async (wanted) => {
  asked.push(wanted)
  if ('text' in wanted) return boxes.filter(({ text }) => text.includes(wanted.text))
  if (wanted.value === '9') throw new Error('no')
  return boxes.filter(({ value }) => value === wanted.value)
}

afterEach(async () => {
  await cleanup()
  asked.length = 0
})

const chosen: string[] = []
const pick = (value: string) => (
  <I18nextProvider i18n={i18n}>
    <BlueprintProvider>
      <OptionPick label="Box" find={findBoxes} value={value} onChoose={(each) => chosen.push(each)} />
    </BlueprintProvider>
  </I18nextProvider>
)

test('what an address chose is named, and by its number where nobody knows its name or tells it', async () => {
  const screen = await render(pick('3'))
  await expect.element(screen.getByRole('button', { name: 'Box: B03' })).toBeVisible()
  await screen.rerender(pick('7'))
  await expect.element(screen.getByRole('button', { name: 'Box: #7' })).toBeVisible()
  await screen.rerender(pick('9'))
  await expect.element(screen.getByRole('button', { name: 'Box: #9' })).toBeVisible()
  expect(asked).toEqual([{ value: '3' }, { value: '7' }, { value: '9' }])
})

test('another choice from outside is never shown under the name of the one before', async () => {
  const screen = await render(pick('3'))
  await expect.element(screen.getByRole('button', { name: 'Box: B03' })).toBeVisible()
  await screen.rerender(pick('4'))
  expect(screen.container.textContent).not.toContain('B03')
  await expect.element(screen.getByRole('button', { name: 'Box: B04' })).toBeVisible()
})

test('what was found is known by its name from then on', async () => {
  const screen = await render(pick(''))
  await screen.getByRole('button', { name: /^Box/ }).click()
  await screen.getByRole('option', { name: 'B04' }).click()
  expect(chosen).toEqual(['4'])
  await screen.rerender(pick('4'))
  await expect.element(screen.getByRole('button', { name: 'Box: B04' })).toBeVisible()
  expect(asked).toEqual([{ text: '' }])
})

test('the focus comes back to the button that opened it, the second time as the first', async () => {
  const screen = await render(pick(''))
  const button = screen.getByRole('button', { name: /^Box/ })
  for (const time of ['first', 'second']) {
    await button.click()
    await expect.poll(() => document.activeElement?.tagName, { message: `opened for the ${time} time` }).toBe('INPUT')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement, { message: `closed for the ${time} time` }).toBe(button.element())
  }
})
