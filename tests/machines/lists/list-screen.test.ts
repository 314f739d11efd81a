import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { listScreenMachine } from '../../../src/machines/lists/list-screen.ts'

const edit = { name: 'form', subject: { id: 1 } }
const history = { name: 'history', subject: { id: 1, job: 7 } }
const batch = { title: 'Delete' }

const begun = () => createActor(listScreenMachine<typeof batch>(), { input: { hearAsked: undefined } }).start()

describe('what stands in front of the rows of a list', () => {
  test('a dialog that opens another one makes room for it, and closing leaves none', () => {
    const screen = begun()
    screen.send({ type: 'OPEN', dialog: edit })
    screen.send({ type: 'OPEN', dialog: history })
    expect(screen.getSnapshot().context.dialog).toEqual(history)
    screen.send({ type: 'CLOSE' })
    expect(screen.getSnapshot().context.dialog).toBeNull()
  })

  test('the details of a row stay below what is opened and done from there', () => {
    const screen = begun()
    screen.send({ type: 'LOOK', row: { id: 1 } })
    screen.send({ type: 'OPEN', dialog: edit })
    screen.send({ type: 'PERFORM', batch })
    screen.send({ type: 'CLOSE' })
    screen.send({ type: 'SETTLE' })
    expect(screen.getSnapshot().context).toEqual({ dialog: null, looked: { id: 1 }, batch: null })
    screen.send({ type: 'LOOK_AWAY' })
    expect(screen.getSnapshot().context.looked).toBeNull()
  })

  test('what is being done to rows makes room for something else that is to be done', () => {
    const screen = begun()
    screen.send({ type: 'PERFORM', batch })
    screen.send({ type: 'PERFORM', batch: { title: 'Move' } })
    expect(screen.getSnapshot().context.batch).toEqual({ title: 'Move' })
  })
})
