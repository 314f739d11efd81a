import '@blueprintjs/core/lib/css/blueprint.css'
import '../../src/ui/theme.css'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RowStore } from '../../src/api/row-store.ts'
import { DataTable, type DataTableProps } from '../../src/ui/DataTable.tsx'
import type { CellContent, Column } from '../../src/ui/data-table/columns.ts'
import { countOf, type Selection } from '../../src/ui/data-table/selection.ts'
import { i18n, speakOf } from '../../src/i18n/i18n.ts'

await speakOf('signed in')

interface Phone {
  id: number
  name: string
  status: string
  battery: number | null
  seen: number
}

const phone = (id: number): Phone => ({
  id,
  name: `P-${id}`,
  status: id % 2 === 0 ? 'idle' : 'in use',
  battery: id % 10 === 0 ? null : id % 100,
  seen: Date.now() - 3 * 3_600_000, // Reads the same for as long as a test takes.
})

const columns: Column<Phone>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'link',
    width: 120,
    sortable: true,
    render: ({ name }) => ({ id: 'open', label: name }),
  },
  {
    key: 'status',
    header: 'Status',
    kind: 'status',
    width: 120,
    render: ({ status }) => ({ tone: 'ok', text: status }),
  },
  {
    key: 'battery',
    header: 'Battery',
    kind: 'text',
    width: 90,
    align: 'right',
    sortable: true,
    render: ({ battery }) => (battery === null ? null : `${battery}%`),
    whyNothing: ({ name }) => `${name} tells nothing`,
  },
  { key: 'seen', header: 'Seen', kind: 'since', width: 100, render: ({ seen }) => seen },
  { key: 'note', header: 'Note', kind: 'text', width: 200, hidden: true, render: ({ id }) => `note ${id}` },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 110,
    render: ({ status }) => [
      { id: 'open', label: 'Open', reason: status === 'idle' ? undefined : 'busy' },
      { id: 'menu', label: '⋯' },
    ],
  },
]

function storeOf(loaded: number, total = loaded): RowStore<Phone> {
  const store = new RowStore<Phone>()
  store.replace({ items: Array.from({ length: loaded }, (_, index) => phone(index + 1)), total }, store.depart())
  return store
}

type Given = Partial<DataTableProps<Phone>>

interface StageProps {
  given: Given
  onSelected: (selected: Selection) => void
  /** In pixels. */
  width: number
}

function Stage({ given, onSelected, width }: StageProps) {
  const [selected, setSelected] = useState<Selection>(new Set())
  return (
    <I18nextProvider i18n={i18n}>
      <div style={{ display: 'flex', flexDirection: 'column', width, height: 600 }}>
        <DataTable
          name="test"
          label="Phones"
          columns={columns}
          rows={storeOf(0)}
          phase="ready"
          failure=""
          sort="name"
          onSort={() => undefined}
          selected={selected}
          onSelect={(ids) => {
            setSelected(ids)
            onSelected(ids)
          }}
          onAction={() => undefined}
          renderRowMenu={({ name }) => <p> menu of {name} </p>}
          onNearEnd={() => undefined}
          onRetry={() => undefined}
          onRefresh={() => undefined}
          summary={{ total: 'all', selected: `${countOf(selected, 0)} selected` }}
          filters={<input aria-label="filter" />}
          selectionActions={<button type="button"> Act </button>}
          empty={<p> Nothing here yet </p>}
          {...given}
        />
      </div>
    </I18nextProvider>
  )
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
/** What was asked for is drawn in the next frame, or in the one after when a store announced it. */
const drawn = async () => {
  for (let count = 0; count < 3; count += 1) await frame()
}

async function show(given: Given = {}, width = 900) {
  let selected: Selection = new Set()
  const onSelected = (now: Selection) => {
    selected = now
  }
  const screen = await render(<Stage given={given} onSelected={onSelected} width={width} />)
  await drawn()
  const grid = page.getByRole('grid').element() as HTMLElement
  const bodyRows = () =>
    [...grid.querySelectorAll<HTMLElement>('[role=rowgroup]:last-child > [role=row]')].filter((row) => !row.hidden)
  return {
    grid,
    bodyRows,
    /** What stands in for rows that are on their way; undefined where none are. */
    waiting: () =>
      [...grid.querySelectorAll<HTMLElement>('[role=rowgroup]:last-child > :not([role])')].find((each) => !each.hidden),
    selected: () => (selected === 'matching' ? selected : [...selected]),
    rerender: (next: Given) =>
      screen.rerender(<Stage given={{ ...given, ...next }} onSelected={onSelected} width={width} />),
    /** The cells of the row at an index, as they read on the page; undefined where it isn't drawn. */
    cells: (index: number) => {
      const row = bodyRows().find((each) => each.ariaRowIndex === String(index + 2))
      return row && [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent)
    },
    row: (index: number) => {
      const row = bodyRows().find((each) => each.ariaRowIndex === String(index + 2))
      if (row === undefined) throw new Error(`row ${index} is not drawn`)
      return row
    },
    /** Names of the rows whose box meets the window below the header, from the top. */
    visible: () => {
      const top = grid.getBoundingClientRect().top + 32
      const bottom = grid.getBoundingClientRect().top + grid.clientHeight
      return bodyRows()
        .map((row) => ({ box: row.getBoundingClientRect(), name: row.querySelector('button')?.textContent }))
        .filter(({ box }) => box.bottom > top && box.top < bottom)
        .toSorted((a, b) => a.box.top - b.box.top)
        .map(({ name }) => name)
    },
    scrollTo: async (top: number) => {
      grid.scrollTop = top
      await drawn()
    },
  }
}

beforeEach(() => {
  localStorage.clear()
})

describe('the rows', () => {
  test('are as many elements as fit the window and a few more, however many there are', async () => {
    const { bodyRows, grid } = await show({ rows: storeOf(10_000) })
    expect(bodyRows()).toHaveLength(Math.ceil((grid.clientHeight - 32) / 30) + 5)
  })

  test('stand ready in the direction of travel, more of them the faster it goes', async () => {
    const { bodyRows, scrollTo, grid } = await show({ rows: storeOf(10_000) })
    await scrollTo(100_000)
    const places = () => bodyRows().map((row) => Number(row.ariaRowIndex) - 2)
    const top = 100_000 / 30
    const bottom = top + (grid.clientHeight - 32) / 30
    expect(Math.max(...places()) - bottom).toBeGreaterThan(40)
    expect(top - Math.min(...places())).toBeLessThan(5)
    await scrollTo(99_000)
    expect(99_000 / 30 - Math.min(...places())).toBeGreaterThan(40)
  })

  test('show the right row at any scroll position, without a gap', async () => {
    const { visible, scrollTo, grid } = await show({ rows: storeOf(10_000) })
    const inWindow = grid.clientHeight - 32
    for (const top of [0, 17, 900, 123_456, 15, 299_000, 10_000 * 30 - inWindow]) {
      await scrollTo(top)
      const first = Math.floor(grid.scrollTop / 30)
      const last = Math.ceil((grid.scrollTop + inWindow) / 30)
      expect(visible()).toEqual(Array.from({ length: last - first }, (_, index) => `P-${first + index + 1}`))
    }
  })

  test('are the same elements after scrolling: they are reused', async () => {
    const { bodyRows, scrollTo } = await show({ rows: storeOf(10_000) })
    const before = bodyRows()
    await scrollTo(50_000)
    const after = new Set(bodyRows())
    expect(before.every((row) => after.has(row))).toBe(true)
  })

  test('say what their columns say, and a dash where there is nothing', async () => {
    const { cells } = await show({ rows: storeOf(20) })
    expect(cells(0)).toEqual(['', 'P-1', 'in use', '1%', '3 小时前', 'Open⋯'])
    expect(cells(9)?.[3]).toBe('—')
  })

  test('tell who points at a dash why there is nothing', async () => {
    const rows = storeOf(20)
    const { row } = await show({ rows })
    const battery = (index: number) => row(index)?.querySelectorAll('[role=gridcell]')[3] ?? document.body
    await userEvent.hover(battery(0))
    expect(battery(0).getAttribute('title')).toBeNull()
    await userEvent.hover(battery(9))
    expect(battery(9).getAttribute('title')).toBe('P-10 tells nothing')
    rows.patch({ id: 10, at: 1, changed: { battery: 50 } })
    await drawn()
    await userEvent.hover(battery(0))
    await userEvent.hover(battery(9))
    expect(battery(9).getAttribute('title')).toBeNull()
  })

  test('draw a change to a row in the window', async () => {
    const rows = storeOf(100)
    const { cells, row } = await show({ rows })
    const element = row(4)
    rows.patch({ id: 5, at: 1, changed: { battery: 99, status: 'gone' } })
    await drawn()
    expect(cells(4)?.slice(1, 4)).toEqual(['P-5', 'gone', '99%'])
    expect(row(4)).toBe(element)
  })

  test('touch the page only where something changed', async () => {
    const rows = storeOf(100)
    const { grid } = await show({ rows })
    const changes: MutationRecord[] = []
    const observer = new MutationObserver((records) => changes.push(...records))
    observer.observe(grid, { subtree: true, characterData: true, childList: true, attributes: true })
    rows.patch({ id: 5, at: 1, changed: { battery: 99 } })
    await drawn()
    observer.disconnect()
    expect(changes.filter(({ type }) => type === 'characterData')).toHaveLength(1)
    expect(changes.filter(({ type }) => type === 'childList')).toHaveLength(0)
  })

  test('keep how long ago something was current, without being rendered', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setInterval', 'clearInterval'] })
    try {
      const { cells } = await show({ rows: storeOf(20) })
      vi.advanceTimersByTime(3_600_000)
      await drawn()
      expect(cells(0)?.[4]).toBe('4 小时前')
    } finally {
      vi.useRealTimers()
    }
  })

  test('follow the store when it is replaced by shorter rows', async () => {
    const rows = storeOf(1_000)
    const { visible, scrollTo, bodyRows } = await show({ rows })
    await scrollTo(20_000)
    rows.replace({ items: [phone(7), phone(8)], total: 2 }, rows.depart())
    await drawn()
    expect(visible()).toEqual(['P-7', 'P-8'])
    expect(bodyRows()).toHaveLength(2)
  })
})

describe('reaching the end', () => {
  test('asks for the next page once, and again when it has come', async () => {
    const rows = storeOf(200, 1_000)
    const onNearEnd = vi.fn()
    const { scrollTo } = await show({ rows, onNearEnd })
    expect(onNearEnd).not.toHaveBeenCalled()
    await scrollTo(3_500)
    await scrollTo(4_000)
    expect(onNearEnd).toHaveBeenCalledTimes(1)
    rows.append({ items: [phone(201)], total: 1_000 }, rows.depart())
    await drawn()
    expect(onNearEnd).toHaveBeenCalledTimes(2)
  })

  test('shows skeletons of the size of rows behind the last', async () => {
    const { scrollTo, waiting, grid } = await show({ rows: storeOf(100, 1_000) })
    await scrollTo(1e6)
    expect(grid.scrollHeight).toBe(32 + 120 * 30)
    expect(waiting()?.offsetHeight).toBe(20 * 30)
    expect(waiting()?.getBoundingClientRect().bottom).toBe(grid.getBoundingClientRect().bottom)
  })
})

describe('what stands in for rows', () => {
  test('is a window full of skeletons while the first page is awaited', async () => {
    const { bodyRows, waiting, grid } = await show({ phase: 'loading' })
    expect(bodyRows()).toHaveLength(0)
    expect(waiting()?.offsetHeight).toBe(Math.floor((grid.clientHeight - 32) / 30) * 30)
    expect(grid.scrollHeight).toBe(grid.clientHeight)
    expect(grid.getAttribute('aria-busy')).toBe('true')
  })

  test('is what to do next where there are none', async () => {
    await show()
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
  })

  test('is what went wrong, with a way to try again', async () => {
    const onRetry = vi.fn()
    await show({ phase: 'failed', failure: 'no line', onRetry })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/no line/)
    await page.getByRole('button', { name: '重试' }).click()
    expect(onRetry).toHaveBeenCalledOnce()
  })

  test('leaves the rows where they are when a later page fails', async () => {
    const { cells } = await show({ phase: 'failed', failure: 'no line', rows: storeOf(50, 100) })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/no line/)
    expect(cells(0)?.[1]).toBe('P-1')
  })
})

async function focused(given: Given = {}) {
  const shown = await show({ rows: storeOf(500), ...given })
  shown.grid.focus()
  await drawn()
  return {
    ...shown,
    press: async (keys: string) => {
      await userEvent.keyboard(keys)
      await drawn()
    },
    active: () =>
      shown.bodyRows().find((row) => row.id === shown.grid.getAttribute('aria-activedescendant'))?.ariaRowIndex,
  }
}

describe('the keyboard', () => {
  test('walks rows, page by page and to either end, and scrolls along', async () => {
    const { press, active, grid, visible } = await focused()
    expect(active()).toBe('2')
    await press('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(active()).toBe('3')
    await press('{PageDown}')
    expect(active()).toBe(String(3 + Math.floor((grid.clientHeight - 32) / 30)))
    expect(grid.scrollTop).toBeGreaterThan(0)
    await press('{End}')
    expect(active()).toBe('501')
    expect(visible().at(-1)).toBe('P-500')
    await press('{ArrowDown}{Home}')
    expect(active()).toBe('2')
    expect(grid.scrollTop).toBe(0)
  })

  test('selects with space, extends with shift and the arrows, and takes it all back with escape', async () => {
    const { press, selected } = await focused()
    await press('{ArrowDown} ')
    expect(selected()).toEqual([2])
    await press('{ArrowDown}{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(selected()).toEqual([2, 3, 4, 5])
    await press('{Shift>}{ArrowUp}{/Shift}')
    expect(selected()).toEqual([2, 3, 4])
    await press('{Escape}')
    expect(selected()).toEqual([])
  })

  test('selects everything loaded with ctrl and A', async () => {
    const { press, selected } = await focused()
    await press('{Control>}a{/Control}')
    expect(selected()).toHaveLength(500)
  })

  test('opens the row with enter and its menu with the menu key', async () => {
    const onAction = vi.fn()
    const { press } = await focused({ onAction })
    await press('{ArrowDown}{Enter}')
    expect(onAction).toHaveBeenCalledWith('open', expect.objectContaining({ name: 'P-2' }))
    await press('{Shift>}{F10}{/Shift}')
    await expect.element(page.getByText('menu of P-2')).toBeVisible()
  })
})

/** What a copy puts on the clipboard. */
function clipped(grid: HTMLElement): string {
  const clipboardData = new DataTransfer()
  grid.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData }))
  return clipboardData.getData('text/plain')
}

describe('a cell', () => {
  test('is walked to from its row and back, and is what the reader hears of', async () => {
    const { press, grid, row } = await focused()
    const pointedAt = () => grid.getAttribute('aria-activedescendant')
    await press('{ArrowRight}{ArrowRight}{ArrowDown}')
    expect(row(1).querySelector('[data-active]')?.textContent).toBe('idle')
    expect(document.getElementById(pointedAt() ?? '')?.textContent).toBe('idle')
    expect(grid.querySelectorAll('[role=gridcell][data-active]')).toHaveLength(1)
    await press('{ArrowLeft}{ArrowLeft}')
    expect(pointedAt()).toBe(row(1).id)
  })

  test('is left with escape before the selection is', async () => {
    const { press, grid, selected } = await focused()
    await press('{ArrowDown} {ArrowRight}{Escape}')
    expect(grid.querySelector('[role=gridcell][data-active]')).toBeNull()
    expect(selected()).toEqual([2])
    await press('{Escape}')
    expect(selected()).toEqual([])
  })

  test('is copied alone; without one the selected rows are, or the row, in columns', async () => {
    const onCopied = vi.fn()
    const { press, grid } = await focused({ onCopied })
    await press('{ArrowRight}{ArrowRight}')
    expect(clipped(grid)).toBe('in use')
    await press('{Escape}')
    expect(clipped(grid)).toMatch(/^P-1\tin use\t1%\t3 小时前$/)
    await press(' {ArrowDown}{ArrowDown} ')
    expect(
      clipped(grid)
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(['P-1', 'P-3'])
    expect(onCopied).toHaveBeenCalledTimes(3)
  })

  test.each(['mouse', 'keyboard'])('goes along with the menu that is asked of it by %s', async (by) => {
    const asked: unknown[] = []
    const renderRowMenu = ({ name }: Phone, cell?: CellContent<Phone>) => {
      asked.push([name, cell?.column.key, cell?.text])
      return <p> menu </p>
    }
    const { press, row } = await focused({ renderRowMenu })
    const cell = row(2).querySelectorAll('[role=gridcell]')[2] ?? row(2)
    if (by === 'mouse') await userEvent.click(cell, { button: 'right' })
    else await press('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{ContextMenu}')
    expect(asked.at(-1)).toEqual(['P-3', 'status', 'in use'])
  })
})

describe('everything that matches', () => {
  test('is offered when all rows at hand are selected, counts what is not at hand, and is left by taking a row out', async () => {
    const { press, selected, row } = await focused({ rows: storeOf(5, 12_340), offersMatching: true })
    await press('{Control>}a{/Control}')
    await page.getByRole('button', { name: '选择符合条件的全部 12,340 条' }).click()
    expect(selected()).toBe('matching')
    await drawn()
    expect(row(4).ariaSelected).toBe('true')
    await press('{ArrowDown} ')
    expect(selected()).toEqual([1, 3, 4, 5])
  })

  test('is not offered where no action takes it', async () => {
    const { press } = await focused({ rows: storeOf(5, 12_340) })
    await press('{Control>}a{/Control}')
    await expect.element(page.getByRole('toolbar', { name: /selected/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /12,340/ })).not.toBeInTheDocument()
  })
})

describe('the mouse', () => {
  test('opens by the name, by the button and by a double click, and once each', async () => {
    const onAction = vi.fn()
    const { row } = await show({ rows: storeOf(50), onAction })
    await userEvent.click(page.getByRole('button', { name: 'P-4', exact: true }))
    await userEvent.click(row(5).querySelectorAll('button')[1] as Element)
    await userEvent.dblClick(row(6).querySelectorAll('[role=gridcell]')[3] as Element)
    expect(onAction.mock.calls.map(([action, phone]) => [action, (phone as Phone).name])).toEqual([
      ['open', 'P-4'],
      ['open', 'P-6'],
      ['open', 'P-7'],
    ])
  })

  test('selects by the checkbox, and a range with shift', async () => {
    const { row, selected } = await show({ rows: storeOf(50) })
    const box = (index: number) => row(index).querySelector('[data-select]') as Element
    await userEvent.click(box(2))
    await drawn()
    await userEvent.click(box(5), { modifiers: ['Shift'] })
    await drawn()
    expect(selected()).toEqual([3, 4, 5, 6])
    expect(row(4).ariaSelected).toBe('true')
    expect(row(7).ariaSelected).toBe('false')
  })

  test('keeps the row under the pointer when the bar of the selection appears', async () => {
    const { row, scrollTo } = await show({ rows: storeOf(500) })
    await scrollTo(900)
    const before = row(33).getBoundingClientRect().top
    await userEvent.click(row(33).querySelector('[data-select]') as Element)
    await drawn()
    expect(row(33).getBoundingClientRect().top).toBe(before)
    await expect.element(page.getByRole('toolbar', { name: /selected/ })).toMatchTextContent(/1 selected/)
  })

  test('opens the row menu at a right click and behind the last button', async () => {
    const { row } = await show({ rows: storeOf(50) })
    await userEvent.click(row(1).querySelectorAll('[role=gridcell]')[2] as Element, { button: 'right' })
    // A frame after it shows, the menu takes the keys.
    await expect.poll(() => document.querySelector('.bp6-overlay:focus-within')?.textContent).toContain('menu of P-2')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('menu of P-2')).not.toBeInTheDocument()
    await userEvent.click(row(2).querySelectorAll('button')[2] as Element)
    await expect.element(page.getByText('menu of P-3')).toBeVisible()
  })

  test('says why something may not be done', async () => {
    const { row } = await show({ rows: storeOf(50) })
    const [, open] = row(0).querySelectorAll('button')
    expect(open?.getAttribute('aria-disabled')).toBe('true')
    expect(open?.title).toBe('busy')
    expect(row(1).querySelectorAll('button')[1]?.title).toBe('')
  })
})

const header = (name: string) => page.getByRole('columnheader', { name })

describe('the columns', () => {
  test('fill the width that there is', async () => {
    const { grid } = await show({ rows: storeOf(50) })
    expect(grid.scrollWidth).toBe(grid.clientWidth)
    const widths = [...grid.querySelectorAll<HTMLElement>('[role=columnheader]')].map((each) => each.offsetWidth)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(grid.clientWidth)
  })

  test('sort by their header, and the other way round at the second click', async () => {
    const onSort = vi.fn()
    const { rerender } = await show({ rows: storeOf(50), onSort })
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Battery' }).click()
    await rerender({ sort: 'battery' })
    await page.getByRole('button', { name: 'Battery' }).click()
    expect(onSort.mock.calls).toEqual([['battery'], ['-battery']])
    await rerender({ sort: '-battery' })
    await expect.element(header('Battery')).toHaveAttribute('aria-sort', 'descending')
    await expect.element(header('Name')).toHaveAttribute('aria-sort', 'none')
  })

  test('are sized by shift and the arrows, and stay so for the next visit', async () => {
    await show({ rows: storeOf(50) })
    const before = (header('Battery').element() as HTMLElement).offsetWidth
    ;(page.getByRole('button', { name: 'Battery' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    await drawn()
    expect((header('Battery').element() as HTMLElement).offsetWidth).toBe(before + 20)
    expect(JSON.parse(localStorage.getItem('phonedeck.table.test') ?? '{}')).toMatchObject({
      widths: { battery: before + 20 },
    })
  })

  test('are sized by dragging their edge, cells and header alike', async () => {
    const { row } = await show({ rows: storeOf(50) })
    const cell = header('Status').element() as HTMLElement
    const before = cell.offsetWidth
    const edge = cell.querySelector('[title]') as HTMLElement
    const { right, top } = edge.getBoundingClientRect()
    const at = (type: string, clientX: number) =>
      edge.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX, clientY: top + 5 }))
    edge.setPointerCapture = () => undefined // A made-up pointer can't be captured.
    at('pointerdown', right)
    at('pointermove', right + 40)
    at('pointerup', right + 40)
    await drawn()
    expect(cell.offsetWidth).toBe(before + 40)
    expect(row(0).querySelectorAll<HTMLElement>('[role=gridcell]')[2]?.offsetWidth).toBe(before + 40)
  })

  test('are chosen, remembered, and put back', async () => {
    const { cells } = await show({ rows: storeOf(50) })
    await page.getByRole('button', { name: '列', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Note' }).click()
    await page.getByRole('checkbox', { name: 'Status' }).click()
    await drawn()
    expect(cells(0)?.toSpliced(3, 1)).toEqual(['', 'P-1', '1%', 'note 1', 'Open⋯']) // Without the age, which goes on.
    expect(JSON.parse(localStorage.getItem('phonedeck.table.test') ?? '{}')).toMatchObject({
      shown: { note: true, status: false },
    })
    await page.getByRole('button', { name: '恢复默认列' }).click()
    await drawn()
    expect(cells(0)?.[2]).toBe('in use')
  })

  test('are moved and sized in their menu, by buttons and by keys alone', async () => {
    const { cells } = await show({ rows: storeOf(50) })
    const before = (header('Battery').element() as HTMLElement).offsetWidth
    await page.getByRole('button', { name: '列', exact: true }).click()
    await page.getByRole('button', { name: '“Battery”左移' }).click()
    await drawn()
    expect(cells(0)?.slice(1, 4)).toEqual(['P-1', '1%', 'in use'])
    await userEvent.keyboard('{Enter}') // The first names the row, and stays the first.
    await drawn()
    expect(cells(0)?.slice(1, 4)).toEqual(['P-1', '1%', 'in use'])

    await userEvent.keyboard('{ArrowRight}{Enter}')
    await drawn()
    expect(cells(0)?.slice(1, 4)).toEqual(['P-1', 'in use', '1%'])
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}{Enter}')
    await drawn()
    expect((header('Battery').element() as HTMLElement).offsetWidth).toBe(before + 40)
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await drawn()
    expect((header('Battery').element() as HTMLElement).offsetWidth).toBe(before + 20)
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Enter}')
    await drawn()
    expect(cells(0)?.slice(1, 3)).toEqual(['P-1', '1%']) // The state is hidden.
  })

  test('are moved with ctrl and the arrows and by dragging, behind the one that names the row, and remembered', async () => {
    const { cells } = await show({ rows: storeOf(50) })
    await userEvent.click(page.getByRole('button', { name: 'Battery' }))
    await userEvent.keyboard('{Control>}{ArrowLeft}{ArrowLeft}{/Control}')
    await drawn()
    expect(cells(0)?.slice(1, 4)).toEqual(['P-1', '1%', 'in use'])
    await userEvent.dragAndDrop(
      page.getByRole('columnheader', { name: 'Status' }),
      page.getByRole('columnheader', { name: 'Seen' }),
    )
    await drawn()
    expect(JSON.parse(localStorage.getItem('phonedeck.table.test') ?? '{}')).toMatchObject({
      order: ['name', 'battery', 'seen', 'status', 'note', 'actions'],
    })
    expect(cells(0)?.[4]).toBe('in use')
  })

  test('ignore a memory that is spoilt', async () => {
    localStorage.setItem('phonedeck.table.test', '{"shown": {"status": "no"}, "widths": {"battery": -5, "name": "x"}}')
    const { cells } = await show({ rows: storeOf(50) })
    expect(cells(0)?.[2]).toBe('in use')
  })

  test('keep the checkbox and the name in sight when the rest is scrolled aside', async () => {
    localStorage.setItem('phonedeck.table.test', '{"widths": {"battery": 1500}}')
    const { grid, row } = await show({ rows: storeOf(50) })
    grid.scrollLeft = 800
    await drawn()
    const { left } = grid.getBoundingClientRect()
    const [box, name] = row(0).querySelectorAll('[role=gridcell]')
    expect(box?.getBoundingClientRect().left).toBe(left)
    expect(name?.getBoundingClientRect().left).toBe(left + 40)
  })

  test('keep what can be done with a row in sight, on a screen that is wide enough', async () => {
    await page.viewport(1024, 768)
    localStorage.setItem('phonedeck.table.test', '{"widths": {"battery": 1500}}')
    const { grid, row } = await show({ rows: storeOf(50) })
    const last = () => row(0).lastElementChild?.getBoundingClientRect()
    const edge = grid.getBoundingClientRect().left + grid.clientWidth
    for (const scrollLeft of [0, 300, 5_000]) {
      grid.scrollLeft = scrollLeft
      await drawn()
      expect(last()?.right).toBe(edge)
      expect(grid.querySelector('[role=columnheader]:last-child')?.getBoundingClientRect().right).toBe(edge)
    }
    grid.scrollLeft = 0
    grid.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await drawn()
    const seen = row(0).querySelector('[aria-colindex="5"]')?.getBoundingClientRect()
    expect(seen?.right).toBeLessThanOrEqual(last()?.left ?? 0)
    await page.viewport(390, 844)
    grid.scrollLeft = 0
    expect(last()?.right).toBeGreaterThan(edge)
  })
})

/** A table as wide as a phone, once it shows cards. */
const showCards = async (given: Given = {}) => {
  const table = await show({ rows: storeOf(200), ...given }, 366)
  await expect.poll(() => getComputedStyle(table.row(0)).display).toBe('flex')
  await drawn()
  return table
}

describe('in the hand', () => {
  test('rows are cards of equal height, one below the other, of which nothing is cut off', async () => {
    const { grid, bodyRows } = await showCards()
    const cards = bodyRows().toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
    const boxes = cards.map((card) => card.getBoundingClientRect())
    for (const [index, { top, height, left, right }] of boxes.entries()) {
      expect(height).toBe(92)
      expect(top).toBe((boxes[0]?.top ?? 0) + 100 * index)
      expect([left, right]).toEqual([grid.getBoundingClientRect().left, grid.getBoundingClientRect().right])
    }
    expect(grid.scrollHeight).toBe(200 * 100)
    expect(grid.scrollWidth).toBe(grid.clientWidth)
    for (const cell of cards[0]?.querySelectorAll<HTMLElement>('[role=gridcell]') ?? [])
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth + 1)
  })

  test('a card begins with its name and state, and says of figures what they are, of what is not there nothing', async () => {
    const { row } = await showCards()
    const at = (index: number, column: number) => row(index).querySelector(`[aria-colindex="${column}"]`) as HTMLElement
    const top = (cell: HTMLElement) => cell.getBoundingClientRect().top - row(0).getBoundingClientRect().top
    expect(top(at(0, 2))).toBeLessThan(20)
    expect(top(at(0, 3))).toBeLessThan(20)
    expect(top(at(0, 4))).toBeGreaterThan(30)
    expect(getComputedStyle(at(0, 4), '::before').content).toBe('"Battery "')
    expect(getComputedStyle(at(9, 4)).display).toBe('none')
  })

  test('a tap opens a card, at its left edge chooses it, and at its right edge shows its menu', async () => {
    const onAction = vi.fn<(action: string, row: Phone) => void>()
    const { row, selected } = await showCards({ onAction })
    await userEvent.click(row(1), { position: { x: 200, y: 80 } })
    expect(onAction.mock.calls.map(([action, { name }]) => [action, name])).toEqual([['open', 'P-2']])
    await userEvent.click(row(1), { position: { x: 4, y: 4 } })
    expect(selected()).toEqual([2])
    await userEvent.click(row(3), { position: { x: 362, y: 88 } })
    await expect.element(page.getByText('menu of P-4')).toBeVisible()
    expect(onAction).toHaveBeenCalledTimes(1)
  })

  test('scrolling, the cards at hand are those of that place', async () => {
    const { scrollTo, visible } = await showCards()
    await scrollTo(5_000)
    expect(visible()[0]).toBe('P-51')
  })

  test('a list replaces the heads of columns, and what is done with those chosen is below the cards', async () => {
    const onSort = vi.fn<(sort: string) => void>()
    const { grid, row } = await showCards({ onSort })
    const sorts = page.getByLabelText('排序')
    expect([...(sorts.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
      'Name ↑',
      'Name ↓',
      'Battery ↑',
      'Battery ↓',
    ])
    await sorts.selectOptions('Battery ↓')
    expect(onSort.mock.calls).toEqual([['-battery']])
    const before = row(0).getBoundingClientRect().top
    await userEvent.click(row(0), { position: { x: 20, y: 40 } })
    await drawn()
    const bar = page.getByRole('toolbar', { name: '1 selected' }).element()
    expect(bar.getBoundingClientRect().top).toBeGreaterThanOrEqual(grid.getBoundingClientRect().bottom)
    expect(row(0).getBoundingClientRect().top).toBe(before)
  })
})

describe('as an ARIA grid', () => {
  test('it counts what there is and says where each row stands', async () => {
    const { grid, row, scrollTo } = await show({ rows: storeOf(200, 1_000) })
    expect(grid.getAttribute('aria-rowcount')).toBe('1001')
    expect(grid.getAttribute('aria-colcount')).toBe('6')
    expect(grid.getAttribute('aria-label')).toBe('Phones')
    await scrollTo(3_000)
    expect(row(105).ariaRowIndex).toBe('107')
    expect([...row(105).querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-colindex'))).toEqual(
      ['1', '2', '3', '4', '5', '6'],
    )
  })

  test('it has one tab stop, and its rows have none', async () => {
    const { grid } = await show({ rows: storeOf(50) })
    expect(grid.tabIndex).toBe(0)
    expect(
      grid.querySelectorAll('[role=gridcell] [tabindex="0"], [role=gridcell] button:not([tabindex])'),
    ).toHaveLength(0)
  })
})
