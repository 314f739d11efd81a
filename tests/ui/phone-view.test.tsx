/// <reference types="@vitest/browser-playwright" />
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ControlMessage } from '../../domain/stream-protocol.ts'
import { PhoneView } from '../../src/ui/PhoneView.tsx'

const player = { showIn: vi.fn<(place: HTMLElement) => void>() }
let heard: ControlMessage[]

/** A phone of 200x400 pixels of page, so that a pixel is half a per cent of its width. */
const phone = (onGesture: ((gesture: ControlMessage) => void) | undefined, overlay?: string) => (
  <div style={{ width: 212, height: 412 }}>
    <PhoneView
      label="Screen of B01-04"
      size={{ width: 360, height: 720 }}
      player={player}
      onGesture={onGesture}
      overlay={overlay}
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
  player.showIn.mockClear()
})

describe('the video', () => {
  it('has the phone’s shape, as large as its place allows', async () => {
    const { picture } = await operate()
    const { width, height } = picture.element().getBoundingClientRect()
    expect([width, height]).toEqual([200, 400])
  })

  it('gets its place', async () => {
    const { picture } = await operate()
    expect(player.showIn).toHaveBeenLastCalledWith(picture.element())
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

  it('press for as long as they are held, and no menu opens', async () => {
    const { picture } = await operate()
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    const browser = cdp()
    const { left, top } = picture.element().getBoundingClientRect()
    await userEvent.hover(picture)
    heard = []
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    const press = { pointerId: 1, clientX: left + 50, clientY: top + 100, pointerType: 'touch' }
    picture.element().dispatchEvent(new PointerEvent('pointerdown', press))
    expect(picture.element().dispatchEvent(menu)).toBe(false)
    await browser.send('Runtime.evaluate', { expression: '0' }) // Whatever the browser does of itself, it has done.
    expect(heard).toEqual([{ type: 'touch', action: 'down', pointer: 0, x: 0.25, y: 0.25 }])
    picture.element().dispatchEvent(new PointerEvent('pointerup', press))
    vi.restoreAllMocks()
    expect(heard.slice(1)).toEqual([{ type: 'touch', action: 'up', pointer: 0, x: 0.25, y: 0.25 }])
  })

  it('go back with the right mouse button, and touch nothing', async () => {
    const { picture } = await operate()
    await userEvent.click(picture, { button: 'right' })
    expect(heard).toEqual([{ type: 'back' }])
  })

  it('scroll with the wheel, in notches that count upwards', async () => {
    const { picture } = await operate()
    await userEvent.wheel(picture, { delta: { x: 50, y: 200 } })
    await expect.poll(() => heard).toEqual([{ type: 'scroll', x: 0.5, y: 0.5, dx: 0.5, dy: -2 }])
  })
})

/** Where the two dots are, in pixels of the picture. */
const dots = (screen: Element) =>
  [...screen.querySelectorAll('i')].map((dot) => {
    const { left, top, width, height } = dot.getBoundingClientRect()
    const edge = screen.querySelector('[role=img]')?.getBoundingClientRect() ?? new DOMRect()
    return [Math.round(left + width / 2 - edge.left), Math.round(top + height / 2 - edge.top)]
  })
const areShown = (screen: Element) => screen.querySelector('i')?.checkVisibility() ?? false
const finger = (action: string, pointer: number, x: number, y: number) => ({ type: 'touch', action, pointer, x, y })

/** Presses with these keys held, moves and lifts, all in pixels of the picture; answers what is shown on the way. */
async function drag(keys: PointerEventInit, ...way: readonly (readonly [number, number])[]) {
  const { screen, picture } = await operate()
  const { left, top } = picture.element().getBoundingClientRect()
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
  const shown: number[][][] = []
  const send = (type: string, [x, y]: readonly [number, number] = [0, 0]) =>
    picture
      .element()
      .dispatchEvent(
        new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', clientX: left + x, clientY: top + y, ...keys }),
      )
  for (const [at, place] of way.entries()) {
    send(at === 0 ? 'pointerdown' : 'pointermove', place)
    shown.push(dots(screen.container))
  }
  const before = areShown(screen.container)
  send('pointerup', way.at(-1))
  vi.restoreAllMocks()
  return { screen, shown, wasShown: before, isShown: areShown(screen.container) }
}
describe('a mouse with two fingers', () => {
  it('pinches with Ctrl: the second goes the opposite way, and both are shown', async () => {
    const { shown, wasShown, isShown } = await drag({ ctrlKey: true }, [60, 160], [20, 80])
    expect(heard).toEqual([
      finger('down', 0, 0.3, 0.4),
      finger('down', 1, 0.7, 0.6),
      finger('move', 0, 0.1, 0.2),
      finger('move', 1, 0.9, 0.8),
      finger('up', 0, 0.1, 0.2),
      finger('up', 1, 0.9, 0.8),
    ])
    expect(shown).toEqual([
      [
        [60, 160],
        [140, 240],
      ],
      [
        [20, 80],
        [180, 320],
      ],
    ])
    expect([wasShown, isShown]).toEqual([true, false])
  })

  it('pinches with the command key of a Mac, too', async () => {
    await drag({ metaKey: true }, [50, 100])
    expect(heard.slice(0, 2)).toEqual([finger('down', 0, 0.25, 0.25), finger('down', 1, 0.75, 0.75)])
  })

  it('goes the same way with both while Shift is held as well, each held to the edge', async () => {
    await drag({ ctrlKey: true, shiftKey: true }, [50, 300], [50, 200], [50, 50])
    expect(heard).toEqual([
      finger('down', 0, 0.25, 0.75),
      finger('down', 1, 0.75, 0.25),
      finger('move', 0, 0.25, 0.5),
      finger('move', 1, 0.75, 0),
      finger('move', 0, 0.25, 0.125),
      finger('move', 1, 0.75, 0),
      finger('up', 0, 0.25, 0.125),
      finger('up', 1, 0.75, 0),
    ])
  })

  it('is one finger without, and on a touch screen a finger is a finger', async () => {
    const { screen, wasShown } = await drag({ shiftKey: true }, [50, 100])
    await screen.unmount()
    await drag({ ctrlKey: true, pointerType: 'touch' }, [50, 100])
    expect(touches().map(({ pointer }) => pointer)).toEqual([0, 0, 0, 0])
    expect(wasShown).toBe(false)
  })

  it('lifts both when the phone is left', async () => {
    const { screen, picture } = await operate()
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    picture.element().dispatchEvent(new PointerEvent('pointerdown', { pointerId: 1, ctrlKey: true }))
    vi.restoreAllMocks()
    await screen.unmount()
    expect(touches().map(({ action, pointer }) => [action, pointer])).toEqual([
      ['down', 0],
      ['down', 1],
      ['cancel', 0],
      ['cancel', 1],
    ])
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
    await expect.poll(() => heard).toEqual([{ type: 'text', text: '你好' }])
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

  it('hears that the finger of a drag is lifted as the phone is operated no longer, and nothing more of it', async () => {
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
    expect(touches().map(({ action }) => action)).toEqual(['down', 'cancel'])
  })

  it('hears that a key goes up that is down as the phone is operated no longer', async () => {
    const { screen, field } = await operate()
    field.element().focus()
    field.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', code: 'ArrowUp', bubbles: true }))
    await screen.rerender(phone(undefined))
    expect(heard).toEqual([key('down', 19), key('up', 19)])
  })

  it('says over the video what there is to say', async () => {
    const screen = await render(phone(undefined, 'reconnecting'))
    await expect.element(screen.getByText('reconnecting')).toBeVisible()
  })
})
