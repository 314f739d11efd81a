import { useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { assign, fromCallback, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { useSingleCall } from '../../src/screens/forms/use-single-call.ts'
import { useScreenActor } from '../../src/screens/shell/use-screen-actor.ts'

/** Which watchers of a phone run. */
const watching = new Set<string>()
const started: string[] = []

const phoneMachine = setup({
  types: {
    input: {} as { phone: string; heard?: string; greet?: () => string },
    context: {} as { phone: string; heard: string },
    events: {} as { type: 'heard' },
  },
  actors: {
    watcher: fromCallback<{ type: 'heard' }, { phone: string }>(({ input: { phone } }) => {
      started.push(phone)
      watching.add(phone)
      return () => watching.delete(phone)
    }),
  },
}).createMachine({
  context: ({ input: { phone, heard = '' } }) => ({ phone, heard }),
  invoke: { src: 'watcher', input: ({ context }) => context },
  on: { heard: { actions: assign({ heard: ({ context }) => `of ${context.phone}` }) } },
})

type PhoneActor = ActorRefFrom<typeof phoneMachine>

let actors: PhoneActor[] = []
let shown: string[] = []
afterEach(async () => {
  await cleanup()
  actors = []
  shown = []
  started.length = 0
})

interface ScreenProps {
  phone: string
  /** What the actor is of, where that is not its input. */
  of?: string
  /** Whether its actor takes over what the one before has heard. */
  isHeir?: boolean
}

/** A screen of a phone: what it was asked for, and what its actor has. */
function Screen({ phone, of, isHeir = false }: ScreenProps) {
  const made = of === undefined ? { input: { phone } } : { key: of, input: { phone, greet: () => phone } }
  const after = (before: SnapshotFrom<typeof phoneMachine>) => ({ phone, heard: before.context.heard })
  const actor = useScreenActor(phoneMachine, isHeir ? { ...made, after } : made, ({ context }) =>
    shown.push(context.heard),
  )
  const { phone: actual, heard } = useSelector(actor, ({ context }) => context)
  if (actors.at(-1) !== actor) actors.push(actor)
  return <p>{`${phone}: ${actual} ${heard}`}</p>
}

let charts = 0
/** A chart of a kit. */
function kitMachine<Answer>() {
  charts += 1
  return setup({
    types: { input: {} as { answer: Answer }, context: {} as { answer: Answer } },
  }).createMachine({ context: ({ input: { answer } }) => ({ answer }) })
}

function KitScreen({ answer }: { answer: number }) {
  const actor = useScreenActor(kitMachine<number>, { key: 'of the kit', input: { answer } })
  return <p>{useSelector(actor, ({ context }) => context.answer).toFixed(1)}</p>
}

/** Everything that has stood on the page while something was done. */
async function shownDuring(container: HTMLElement, act: () => Promise<unknown>): Promise<string[]> {
  const shown: string[] = []
  const watch = new MutationObserver(() => shown.push(container.textContent))
  watch.observe(container, { childList: true, characterData: true, subtree: true })
  await act()
  shown.push(container.textContent)
  watch.disconnect()
  return [...new Set(shown)]
}

describe('what a screen’s actor is made of', () => {
  test('is what it shows: another input stops it and starts another, and nothing of the old one is shown', async () => {
    const screen = await render(<Screen phone="one" />)
    actors[0]?.send({ type: 'heard' })
    await expect.element(screen.getByText('one: one of one')).toBeVisible()

    const shown = await shownDuring(screen.container, () => screen.rerender(<Screen phone="two" />))
    expect(shown).toEqual(['two: two '])
    expect(actors.map((actor) => actor.getSnapshot().status)).toEqual(['stopped', 'active'])
    expect([...watching]).toEqual(['two'])
  })

  test('may be written anew: the same content is the same actor', async () => {
    const screen = await render(<Screen phone="one" />)
    actors[0]?.send({ type: 'heard' })
    await screen.rerender(<Screen phone="one" />)
    await expect.element(screen.getByText('one: one of one')).toBeVisible()
    expect(actors).toHaveLength(1)
  })

  test('is said by a key, where its input holds what each render makes anew', async () => {
    const screen = await render(<Screen phone="one" of="one" />)
    await screen.rerender(<Screen phone="one" of="one" />)
    expect(actors).toHaveLength(1)
    await screen.rerender(<Screen phone="two" of="two" />)
    expect(screen.container.textContent).toBe('two: two ')
    expect(actors).toHaveLength(2)
  })

  test('may be taken over from the one before', async () => {
    const screen = await render(<Screen phone="one" isHeir />)
    actors[0]?.send({ type: 'heard' })
    await screen.rerender(<Screen phone="two" isHeir />)
    expect(screen.container.textContent).toBe('two: two of one')
    expect([...watching]).toEqual(['two'])
  })

  test('tells whoever listens about the new one alone', async () => {
    const screen = await render(<Screen phone="one" />)
    await screen.rerender(<Screen phone="two" />)
    shown = []
    for (const actor of actors) actor.send({ type: 'heard' })
    expect(shown).toEqual(['of two'])
  })

  test('runs also where React runs every effect twice, as on a reload of code', async () => {
    const screen = await render(
      <StrictMode>
        <Screen phone="one" />
      </StrictMode>,
    )
    actors.at(-1)?.send({ type: 'heard' })
    await expect.element(screen.getByText('one: one of one')).toBeVisible()
    expect([...watching]).toEqual(['one'])
  })

  test('may be a chart of a kit, given by its maker: it is made once for all screens, and drawing one anew makes no other actor', async () => {
    const screen = await render(
      <>
        <KitScreen answer={1} />
        <KitScreen answer={2} />
      </>,
    )
    expect(screen.container.textContent).toBe('1.02.0')
    await screen.rerender(
      <>
        <KitScreen answer={3} />
        <KitScreen answer={4} />
      </>,
    )
    expect(screen.container.textContent).toBe('1.02.0')
    expect(charts).toBe(1)
  })

  test('in a state to be finished ends once it has left that, and tells nobody there', async () => {
    const work = Promise.withResolvers<string>()
    const begun: string[] = []
    const told: string[] = []
    const change = (what: string, comes: Promise<string>) => () => {
      begun.push(what)
      return comes
    }
    function Buttons() {
      const { call } = useSingleCall<string>((answer) => told.push(answer))
      const press = () => {
        call('restart', change('restart', work.promise))
        call('wipe', change('wipe', Promise.resolve('wiped')))
      }
      return <button onClick={press}>both</button>
    }
    const screen = await render(<Buttons />)
    await screen.getByRole('button').click()
    await screen.unmount()
    expect(begun).toEqual(['restart'])
    work.resolve('restarted')
    await expect.poll(() => begun).toEqual(['restart', 'wipe'])
    expect(told).toEqual([])
  })

  test('ends with the screen', async () => {
    const screen = await render(<Screen phone="one" />)
    await screen.unmount()
    expect(actors.map((actor) => actor.getSnapshot().status)).toEqual(['stopped'])
    expect(watching.size).toBe(0)
  })
})
