import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { savedViewsMachine, type SavedView, type ViewStorage } from '../../../src/machines/lists/saved-views.ts'

const idle: SavedView = { name: 'Idle', search: 'status=idle', opens: false }

/** A storage that the test looks at, and in which it may be another tab. */
function storageWith(...views: SavedView[]) {
  const listeners = new Set<() => void>()
  const storage = {
    kept: views as readonly SavedView[],
    read: () => storage.kept,
    write: (next: readonly SavedView[]) => {
      storage.kept = next
    },
    hear: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    listeners,
    /** Another tab writes, of which nobody is told yet. */
    writeElsewhere: (...next: readonly SavedView[]) => storage.write(next),
    tell: () => listeners.forEach((listener) => listener()),
  }
  return storage satisfies ViewStorage
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

  test('that another tab keeps are there as soon as they are told, whatever the menu is at, until the list is left', () => {
    const storage = storageWith(idle)
    const views = createActor(savedViewsMachine, { input: begin(storage) }).start()
    const names = () => views.getSnapshot().context.views.map(({ name }) => name)
    const theirs: SavedView = { name: 'Theirs', search: 'keyword=x', opens: false }
    storage.writeElsewhere(idle, theirs)
    storage.tell()
    expect(names()).toEqual(['Idle', 'Theirs'])
    views.send({ type: 'RENAME', name: 'Idle' })
    storage.writeElsewhere(idle)
    storage.tell()
    expect(names()).toEqual(['Idle'])
    expect(views.getSnapshot().value).toBe('renaming')
    storage.writeElsewhere()
    storage.tell()
    expect(views.getSnapshot().value, 'nothing is there to be renamed').toBe('listed')
    views.stop()
    expect(storage.listeners.size).toBe(0)
  })

  test('that another tab has made or deleted meanwhile are so after each change, told or not', () => {
    const theirs: SavedView = { name: 'Theirs', search: 'keyword=x', opens: false }
    const change = (...events: Parameters<ReturnType<typeof createActor<typeof savedViewsMachine>>['send']>[0][]) => {
      const storage = storageWith(idle, { ...idle, name: 'Gone' })
      const views = createActor(savedViewsMachine, { input: begin(storage) }).start()
      for (const event of events.slice(0, -1)) views.send(event)
      storage.writeElsewhere(idle, theirs)
      for (const event of events.slice(-1)) views.send(event)
      expect(views.getSnapshot().context.views).toEqual(storage.kept)
      return storage.kept.map(({ name, opens }) => `${name}${opens ? '*' : ''}`)
    }
    expect(change({ type: 'DELETE', name: 'Idle' })).toEqual(['Theirs'])
    expect(change({ type: 'OPEN_WITH', name: 'Idle' })).toEqual(['Idle*', 'Theirs'])
    expect(change({ type: 'SAVE' }, { type: 'NAME', name: 'Mine', search: '' })).toEqual(['Idle', 'Theirs', 'Mine'])
    const toTheirs = { type: 'NAME', name: 'Theirs', search: '' } as const
    expect(change({ type: 'RENAME', name: 'Idle' }, { ...toTheirs, name: 'Mine' })).toEqual(['Mine', 'Theirs'])
    expect(change({ type: 'RENAME', name: 'Gone' }, toTheirs), 'nothing makes room for what is gone').toEqual([
      'Idle',
      'Theirs',
    ])
  })

  test('are at most fifty', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ ...idle, name: `View ${index}` }))
    const views = createActor(savedViewsMachine, { input: begin(storageWith(...many)) }).start()
    expect(views.getSnapshot().can({ type: 'SAVE' })).toBe(false)
  })
})
