import { useActorRef, useSelector } from '@xstate/react'
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { setup } from 'xstate'
import { HeldPage } from '../../src/ui/HeldPage.tsx'
import { useHeldPage, type Move } from '../../src/ui/use-held-page.ts'

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

interface DraftProps {
  name: string
  /** What leaves it; what leaves the screen where nothing is said. */
  isLeftBy?: (move: Move) => boolean
}

function Draft({ name, isLeftBy }: DraftProps) {
  const draft = useActorRef(writing)
  useHeldPage(draft, {
    ...(isLeftBy && { isLeftBy }),
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

/** What the address says of this screen, for people. */
function Here() {
  const { search, state } = useLocation()
  return <p>{`here${search} ${JSON.stringify(state)}`}</p>
}

const both = (
  <>
    <Draft name="the shop" />
    <Draft name="its note" />
  </>
)

async function open(drafts = both) {
  const complaints = vi.spyOn(console, 'warn')
  const here = (
    <>
      <Link to="/there">elsewhere</Link>
      <Link to="/login">the door</Link>
      <Link to="/here?sort=name">in order</Link>
      <Link to="/here?name=it" state={{ deed: 'renew' }}>
        the renewal
      </Link>
      {drafts}
      <Here />
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

const press = (name: string) => page.getByRole(/^(keep|save|discard) /.test(name) ? 'button' : 'link', { name }).click()
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

  test('is held as well against what is brought to the same screen, and not against another order of it', async () => {
    await open(<Draft name="the shop" />)
    await press('in order')
    await shows('here?sort=name null')
    await press('the renewal')
    await shows('lose the shop?')
    await press('keep the shop')
    await shows('here?sort=name null')
    await press('the renewal')
    await press('discard the shop')
    await shows('here?name=it {"deed":"renew"}')
  })

  test('is held against what each says by itself', async () => {
    await open(<Draft name="the file" isLeftBy={({ from, to }) => from.search !== to.search} />)
    await press('in order')
    await shows('lose the file?')
    await press('keep the file')
    await shows('here null')
    await press('elsewhere')
    await shows('another screen')
  })
})
