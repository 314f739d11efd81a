import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { createActor } from 'xstate'
import type { SessionInfo } from '../../src/api/session-calls.ts'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'
import { consoleMachine } from '../../src/machines/shell/console.ts'
import { ConsoleContext, CurrentUserContext } from '../../src/screens/session/session-context.tsx'
import { UserMenu } from '../../src/screens/shell/UserMenu.tsx'

await speakOf('signed in')
afterEach(() => cleanup())

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const show = (avatar: string) => {
  const user: SessionInfo = {
    id: 4,
    user_name: 'manager',
    avatar,
    role: 'manager',
    modules: [],
    expiration: 0,
    authorization_at: 0,
    mqtt_config: { broker_url: '', user_name: '', password: '', client_id: '', topic: '' },
  }
  return render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <ConsoleContext value={createActor(consoleMachine)}>
          <CurrentUserContext value={user}>
            <UserMenu onFeedback={() => undefined} />
          </CurrentUserContext>
        </ConsoleContext>
      </MemoryRouter>
    </I18nextProvider>,
  )
}

test.each([
  { what: 'none', avatar: '', shows: 'M' },
  { what: 'one that is there', avatar: picture, shows: picture },
  { what: 'one that can’t be loaded', avatar: '/no/such/picture.png', shows: 'M' },
])('of an avatar ($what) its user sees the picture, or the first letter of the name', async ({ avatar, shows }) => {
  const { container } = await show(avatar)
  const seen = () => {
    const image = container.querySelector('img')
    if (image?.complete === false) return 'loading'
    return image?.getAttribute('src') ?? container.querySelector('[aria-hidden=true]')?.textContent
  }
  await expect.poll(seen).toBe(shows)
})
