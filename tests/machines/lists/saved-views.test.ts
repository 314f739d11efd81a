import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { savedViewsMachine, type SavedView, type ViewShelf } from '../../../src/machines/lists/saved-views.ts'
import { testEveryShortestPath } from '../../support/chart-model.ts'

const idle: SavedView = { name: 'Idle', search: 'status=idle', opens: false }

/** A shelf that the test looks at. */
function shelfWith(...views: SavedView[]): ViewShelf & { kept: readonly SavedView[] } {
  const shelf = {
    kept: views as readonly SavedView[],
    read: () => shelf.kept,
    write: (next: readonly SavedView[]) => {
      shelf.kept = next
    },
  }
  return shelf
}

/** A list that is opened with this in its address. */
const begin = (shelf: ViewShelf, search = '', apply: (search: string) => void = () => undefined) => ({
  shelf,
  search,
  apply,
})

describe('saved views', () => {
  testEveryShortestPath(
    {
      machine: savedViewsMachine,
      input: begin(shelfWith(idle)),
      events: [
        { type: 'SAVE' },
        { type: 'RENAME', name: 'Idle' },
        { type: 'NAME', name: 'B01', search: 'box_id=1' },
        { type: 'NAME', name: '  ', search: '' },
        { type: 'CANCEL' },
        { type: 'DELETE', name: 'Idle' },
        { type: 'OPEN_WITH', name: 'Idle' },
      ],
      keep: ({ views }) => views,
    },
    () => ({ actor: createActor(savedViewsMachine, { input: begin(shelfWith(idle)) }).start() }),
  )

  test('one of them is applied as the list is opened, unless its address says something, and not again', () => {
    const shelf = shelfWith({ ...idle, name: 'Other', search: 'keyword=x' }, { ...idle, opens: true })
    const openedWith = (search: string) => {
      const applied: string[] = []
      const views = createActor(savedViewsMachine, {
        input: begin(shelf, search, (view) => applied.push(view)),
      }).start()
      views.send({ type: 'DELETE', name: 'Other' })
      return applied
    }
    expect(openedWith('')).toEqual(['status=idle'])
    expect(openedWith('box_id=1')).toEqual([])
  })

  test('are kept under their names, and one is what the list opens with', () => {
    const shelf = shelfWith(idle)
    const views = createActor(savedViewsMachine, { input: begin(shelf) }).start()
    views.send({ type: 'SAVE' })
    views.send({ type: 'NAME', name: ' Of B01 ', search: 'box_id=1' })
    views.send({ type: 'OPEN_WITH', name: 'Idle' })
    views.send({ type: 'OPEN_WITH', name: 'Of B01' })
    expect(shelf.kept).toEqual([idle, { name: 'Of B01', search: 'box_id=1', opens: true }])
    views.send({ type: 'OPEN_WITH', name: 'Of B01' })
    expect(shelf.kept.some(({ opens }) => opens)).toBe(false)
  })

  test('of a name that there is already take its place', () => {
    const shelf = shelfWith({ ...idle, opens: true }, { ...idle, name: 'Other' })
    const views = createActor(savedViewsMachine, { input: begin(shelf) }).start()
    views.send({ type: 'SAVE' })
    views.send({ type: 'NAME', name: 'Idle', search: 'status=idle&box_id=1' })
    expect(shelf.kept[0]).toEqual({ name: 'Idle', search: 'status=idle&box_id=1', opens: true })
    views.send({ type: 'RENAME', name: 'Idle' })
    views.send({ type: 'NAME', name: 'Other', search: '' })
    expect(shelf.kept).toEqual([{ name: 'Other', search: 'status=idle&box_id=1', opens: true }])
    views.send({ type: 'DELETE', name: 'Other' })
    expect(shelf.kept).toEqual([])
  })

  test('are at most fifty', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...idle, name: `View ${index}` }))
    const views = createActor(savedViewsMachine, { input: begin(shelfWith(...many)) }).start()
    expect(views.getSnapshot().can({ type: 'SAVE' })).toBe(false)
  })
})
