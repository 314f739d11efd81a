import { useActorRef, useSelector } from '@xstate/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { setup } from 'xstate'
import { HeldPage } from '../../src/ui/HeldPage.tsx'
import { useHeldPage } from '../../src/ui/use-held-page.ts'

/** Something that is being written, and asks before it is lost. */
const writing = setup({}).createMachine({
  initial: 'unsaved',
  states: {
    unsaved: { on: { leave: 'asking', save: 'saved' } },
    asking: { on: { stay: 'unsaved', discard: 'discarded' } },
    saved: {},
    discarded: { type: 'final' },
  },
})

function Draft({ name }: { name: string }) {
  const draft = useActorRef(writing)
  useHeldPage(draft, {
    isHeld: (now) => !now.matches('saved'),
    ask: () => draft.send({ type: 'leave' }),
    isToStay: (now) => now.matches('unsaved'),
  })
  const isAsking = useSelector(draft, (now) => now.matches('asking'))
  if (!isAsking) return <button onClick={() => draft.send({ type: 'save' })}>save {name}</button>
  return (
    <div>
      <p>lose {name}?</p>
      <button onClick={() => draft.send({ type: 'discard' })}>discard {name}</button>
      <button onClick={() => draft.send({ type: 'stay' })}>keep {name}</button>
    </div>
  )
}

async function open() {
  const complaints = vi.spyOn(console, 'warn')
  const here = (
    <>
      <Link to="/there">elsewhere</Link>
      <Link to="/login">the door</Link>
      <Draft name="the shop" />
      <Draft name="its note" />
    </>
  )
  const router = createMemoryRouter(
    [
      { path: '/here', element: <HeldPage>{here}</HeldPage> },
      { path: '*', element: <p>another screen</p> },
    ],
    { initialEntries: ['/here'] },
  )
  await render(<RouterProvider router={router} />)
  return complaints
}

const press = (name: string) =>
  page.getByRole(name === 'elsewhere' || name === 'the door' ? 'link' : 'button', { name }).click()
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const shown = () =>
  page
    .getByText(/^lose /)
    .elements()
    .map(({ textContent }) => textContent)

afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

describe('a page that two hold', () => {
  test('is left once each has been asked, the newest first, and says nothing in the console', async () => {
    const complaints = await open()
    await press('elsewhere')
    await shows('lose its note?')
    expect(shown()).toEqual(['lose its note?'])
    await press('discard its note')
    await shows('lose the shop?')
    await press('discard the shop')
    await shows('another screen')
    expect(complaints).not.toHaveBeenCalled()
  })

  test('is stayed at where one of them wants to, and asks both again the next time it still matters', async () => {
    await open()
    await press('elsewhere')
    await press('keep its note')
    await press('elsewhere')
    await shows('lose its note?')
    await press('discard its note')
    await press('keep the shop')
    await expect.poll(shown).toEqual([])
    await press('save the shop')
    await press('elsewhere')
    await shows('another screen')
  })

  test('asks nothing of who is signed out', async () => {
    await open()
    await press('the door')
    await shows('another screen')
  })
})
