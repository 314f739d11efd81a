/// <reference types="@vitest/browser-playwright" />
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { PhoneView } from '../../src/ui/PhoneView.tsx'

const player = { showOn: vi.fn<(canvas: HTMLCanvasElement | null) => void>() }
let heard: ControlMessage[]

/** A phone of 200x400 pixels of page, so that a pixel is half a per cent of its width. */
const phone = (onGesture: ((gesture: ControlMessage) => void) | undefined, curtain?: string) => (
  <div style={{ width: 212, height: 412 }}>
    <PhoneView
      label="Screen of B01-04"
      size={{ width: 360, height: 720 }}
      player={player}
      onGesture={onGesture}
      curtain={curtain}
    />
    <button type="button">elsewhere</button>
  </div>
)

async function operate() {
  const screen = await render(phone((gesture) => heard.push(gesture)))
  const picture = screen.getByRole('img', { name: 'Screen of B01-04' })
  const field = screen.getByRole('textbox', { name: 'Screen of B01-04' })
  return { screen, picture, field }
}

const key = (action: 'down' | 'up', keycode: number, meta = 0): ControlMessage => ({
  type: 'key',
  action,
  keycode,
  meta,
})
const touches = () => heard.filter((gesture) => gesture.type === 'touch')

beforeEach(() => {
  heard = []
  player.showOn.mockClear()
})

describe('the picture', () => {
  it('has the phone’s shape, as large as its place allows', async () => {
    const { picture } = await operate()
    const { width, height } = picture.element().getBoundingClientRect()
    expect([width, height]).toEqual([200, 400])
  })

  it('gets its canvas, and gives it back', async () => {
    const { screen, picture } = await operate()
    expect(player.showOn).toHaveBeenLastCalledWith(picture.element())
    await screen.unmount()
    expect(player.showOn).toHaveBeenLastCalledWith(null)
  })
})

describe('pointers', () => {
  it('touch where they press, follow the drag, and lift where they end', async () => {
    const { picture } = await operate()
    await userEvent.dragAndDrop(picture, picture, {
      sourcePosition: { x: 100, y: 300 },
      targetPosition: { x: 100, y: 100 },
      steps: 4,
    })
    expect(touches().map(({ action }) => action)).toEqual([
      'down',
      ...touches()
        .slice(1, -1)
        .map(() => 'move'),
      'up',
    ])
    expect(touches().length).toBeGreaterThan(3)
    expect(touches()[0]).toEqual({ type: 'touch', action: 'down', pointer: 0, x: 0.5, y: 0.75 })
    expect(touches().at(-1)).toEqual({ type: 'touch', action: 'up', pointer: 0, x: 0.5, y: 0.25 })
  })

  it('are followed outside, held to the edge', async () => {
    const { screen, picture } = await operate()
    await userEvent.dragAndDrop(picture, screen.getByRole('button'), { sourcePosition: { x: 100, y: 300 } })
    expect(touches().at(-1)).toMatchObject({ action: 'up', y: 1 })
  })

  it('are told apart, and each can be cancelled', async () => {
    const { picture } = await operate()
    const { left, top } = picture.element().getBoundingClientRect()
    const finger = (type: string, pointerId: number, x: number, y: number) =>
      picture.element().dispatchEvent(
        new PointerEvent(type, {
          pointerId,
          clientX: left + x,
          clientY: top + y,
          pointerType: 'touch',
          bubbles: true,
        }),
      )
    // Made-up fingers cannot be captured.
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    finger('pointerdown', 11, 20, 40)
    finger('pointerdown', 12, 40, 80)
    finger('pointermove', 12, 60, 80)
    finger('pointercancel', 12, 60, 80)
    finger('pointerup', 11, 20, 40)
    vi.restoreAllMocks()
    expect(touches()).toEqual([
      { type: 'touch', action: 'down', pointer: 0, x: 0.1, y: 0.1 },
      { type: 'touch', action: 'down', pointer: 1, x: 0.2, y: 0.2 },
      { type: 'touch', action: 'move', pointer: 1, x: 0.3, y: 0.2 },
      { type: 'touch', action: 'cancel', pointer: 1, x: 0.3, y: 0.2 },
      { type: 'touch', action: 'up', pointer: 0, x: 0.1, y: 0.1 },
    ])
  })

  it('go back with the right mouse button, and touch nothing', async () => {
    const { picture } = await operate()
    await userEvent.click(picture, { button: 'right' })
    expect(heard).toEqual([{ type: 'back' }])
  })

  it('scroll with the wheel, in notches that count upwards', async () => {
    const { picture } = await operate()
    await userEvent.wheel(picture, { delta: { x: 50, y: 200 } })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'scroll', x: 0.5, y: 0.5, dx: 0.5, dy: -2 }]))
  })
})

describe('the keyboard', () => {
  it('writes text as text', async () => {
    const { picture } = await operate()
    await userEvent.click(picture)
    heard = []
    await userEvent.keyboard('aB 1')
    expect(heard).toEqual(['a', 'B', ' ', '1'].map((text) => ({ type: 'text', text })))
  })

  it('sends keys that write nothing as Android’s, with what is held beside them', async () => {
    const { picture } = await operate()
    await userEvent.click(picture)
    heard = []
    await userEvent.keyboard('{Enter}{Backspace}{Shift>}{ArrowLeft}{/Shift}{Control>}a{/Control}')
    expect(heard).toEqual([
      key('down', 66),
      key('up', 66),
      key('down', 67),
      key('up', 67),
      key('down', 21, 0x1),
      key('up', 21, 0x1),
      key('down', 29, 0x1000),
      key('up', 29, 0x1000),
    ])
  })

  it('goes back with Escape, and leaves the phone with Tab', async () => {
    const { screen, picture } = await operate()
    await userEvent.click(picture)
    heard = []
    await userEvent.keyboard('{Escape}')
    expect(heard).toEqual([{ type: 'back' }])
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button').element())
  })

  it('releases a held key when the phone loses the focus', async () => {
    const { picture, field } = await operate()
    await userEvent.click(picture)
    heard = []
    await userEvent.keyboard('{ArrowDown>}')
    field.element().blur()
    expect(heard).toEqual([key('down', 20), key('up', 20)])
    await userEvent.keyboard('{/ArrowDown}')
  })

  it('sends what an input method has composed, and nothing of how it got there', async () => {
    const { picture, field } = await operate()
    await userEvent.click(picture)
    heard = []
    const browser = cdp()
    await browser.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    expect(field.element().hasAttribute('data-composing')).toBe(true)
    await browser.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
    await browser.send('Input.insertText', { text: '你好' })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'text', text: '你好' }]))
    expect(field.element().hasAttribute('data-composing')).toBe(false)
    expect(field.element()).toHaveValue('')
  })

  it('pastes through the phone’s clipboard', async () => {
    const { picture, field } = await operate()
    await userEvent.click(picture)
    heard = []
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '粘贴\nline')
    field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    expect(heard).toEqual([{ type: 'clipboard', text: '粘贴\nline', paste: true }])
  })
})

describe('a phone that is only looked at', () => {
  it('has no keyboard, and hears no pointer', async () => {
    const screen = await render(phone(undefined))
    await userEvent.click(screen.getByRole('img'))
    expect(screen.getByRole('textbox').elements()).toEqual([])
    expect(heard).toEqual([])
  })

  it('hears nothing more of a drag during which control was taken away', async () => {
    const { screen, picture } = await operate()
    const { left, top } = picture.element().getBoundingClientRect()
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    picture
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { pointerId: 5, clientX: left + 100, clientY: top + 200 }))
    vi.restoreAllMocks()
    expect(touches().map(({ action }) => action)).toEqual(['down'])
    await screen.rerender(phone(undefined))
    await userEvent.click(picture)
    expect(touches().map(({ action }) => action)).toEqual(['down'])
  })

  it('says over the picture what there is to say', async () => {
    const screen = await render(phone(undefined, 'reconnecting'))
    await expect.element(screen.getByText('reconnecting')).toBeVisible()
  })
})
