import '../../src/ui/theme.css'
import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/blueprint.css'
import { BlueprintProvider } from '@blueprintjs/core'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'
import { SidePanel } from '../../src/ui/SidePanel.tsx'

await speakOf('signed in')

test('a panel at the side is a dialog of its title, one heading below the screen, and closes by its button and Escape', async () => {
  const onClose = vi.fn()
  await render(
    <BlueprintProvider>
      <I18nextProvider i18n={i18n}>
        <SidePanel title="记录 #7" width={480} onClose={onClose}>
          <p>内容</p>
        </SidePanel>
      </I18nextProvider>
    </BlueprintProvider>,
  )
  const panel = page.getByRole('dialog', { name: '记录 #7' })
  await expect.element(panel.getByRole('heading', { level: 2, name: '记录 #7' })).toBeVisible()
  await panel.getByRole('button', { name: '关闭' }).click()
  expect(onClose).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(2)
})
