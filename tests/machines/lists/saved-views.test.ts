import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { savedViewsMachine, type SavedView, type ViewStorage } from '../../../src/machines/lists/saved-views.ts'

const idle: SavedView = { name: 'Idle', search: 'status=idle', opens: false }

/** A storage that the test looks at. */
function storageWith(...views: SavedView[]): ViewStorage & { kept: readonly SavedView[] } {
  const storage = {
    kept: views as readonly SavedView[],
    read: () => storage.kept,
    write: (next: readonly SavedView[]) => {
      storage.kept = next
    },
  }
  return storage
}

/** A list that is opened with this in its address. */
const begin = (storage: ViewStorage, search = '', apply: (search: string) => void = () => undefined) => ({
  storage,
  search,
  apply,
})

describe('saved views', () => {
  test('one of them is applied as the list is opened, unless its address says something, and not again', () => {
    const storage = storageWith({ ...idle, name: 'Other', search: 'keyword=x' }, { ...idle, opens: true })
    const openedWith = (search: string) => {
      const applied: string[] = []
      const views = createActor(savedViewsMachine, {
        input: begin(storage, search, (view) => applied.push(view)),
      }).start()
      views.send({ type: 'DELETE', name: 'Other' })
      return applied
    }
    expect(openedWith('')).toEqual(['status=idle'])
    expect(openedWith('box_id=1')).toEqual([])
  })

  test('are kept under their names, and one is what the list opens with', () => {
    const storage = storageWith(idle)
    const views = createActor(savedViewsMachine, { input: begin(storage) }).start()
    views.send({ type: 'SAVE' })
    views.send({ type: 'NAME', name: ' Of B01 ', search: 'box_id=1' })
    views.send({ type: 'OPEN_WITH', name: 'Idle' })
    views.send({ type: 'OPEN_WITH', name: 'Of B01' })
    expect(storage.kept).toEqual([idle, { name: 'Of B01', search: 'box_id=1', opens: true }])
    views.send({ type: 'OPEN_WITH', name: 'Of B01' })
    expect(storage.kept.some(({ opens }) => opens)).toBe(false)
  })

  test('of a name that there is already take its place', () => {
    const storage = storageWith({ ...idle, opens: true }, { ...idle, name: 'Other' })
    const views = createActor(savedViewsMachine, { input: begin(storage) }).start()
    views.send({ type: 'SAVE' })
    views.send({ type: 'NAME', name: 'Idle', search: 'status=idle&box_id=1' })
    expect(storage.kept[0]).toEqual({ name: 'Idle', search: 'status=idle&box_id=1', opens: true })
    views.send({ type: 'RENAME', name: 'Idle' })
    views.send({ type: 'NAME', name: 'Other', search: '' })
    expect(storage.kept).toEqual([{ name: 'Other', search: 'status=idle&box_id=1', opens: true }])
    views.send({ type: 'DELETE', name: 'Other' })
    expect(storage.kept).toEqual([])
  })

  test('tell what was done to which, as it came to be', () => {
    const views = createActor(savedViewsMachine, { input: begin(storageWith(idle)) }).start()
    const said: unknown[] = []
    views.on('*', (change) => said.push(change))
    views.send({ type: 'SAVE' })
    views.send({ type: 'NAME', name: ' Of B01 ', search: 'box_id=1' })
    views.send({ type: 'RENAME', name: 'Idle' })
    views.send({ type: 'NAME', name: ' Free ', search: 'box_id=1' })
    views.send({ type: 'OPEN_WITH', name: 'Free' })
    views.send({ type: 'RENAME', name: 'Free' })
    views.send({ type: 'CANCEL' })
    views.send({ type: 'DELETE', name: 'Of B01' })
    expect(said).toEqual([
      { type: 'kept', name: 'Of B01', search: 'box_id=1' },
      { type: 'renamed', before: 'Idle', name: 'Free', search: 'status=idle' },
      { type: 'deleted', name: 'Of B01' },
    ])
  })

  test('are at most fifty', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...idle, name: `View ${index}` }))
    const views = createActor(savedViewsMachine, { input: begin(storageWith(...many)) }).start()
    expect(views.getSnapshot().can({ type: 'SAVE' })).toBe(false)
  })
})
