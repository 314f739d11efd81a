import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { Role } from '../../domain/roles.ts'
import { listActions } from '../../src/screens/lists/list-actions.tsx'
import type { ActionGroup, ChosenOf, List, ListDefinition, Stage } from '../../src/screens/lists/list-definition.ts'
import type { ListQuery } from '../../src/screens/lists/filters.ts'

interface Row {
  id: number
  busy: boolean
}
type Rows = List<Row, ListQuery, 'boxes'>

const icon = createElement('i')
const idle: Row = { id: 1, busy: false }
const busy: Row = { id: 2, busy: true }
const form = (row: Row | undefined) => `the form of ${row?.id}`
const does = () => undefined
const whyNot = ({ busy }: Row) => (busy ? 'it is busy' : undefined)

/** A list with these actions, and what was shown, done and begun from it. */
function listOf(actions: readonly ActionGroup<Rows>[], role: Role = 'admin') {
  const done: unknown[] = []
  const stage = {
    role,
    t: (key: string) => key,
    show: (name: string, draw: (now: Stage<Rows>) => unknown) => done.push(['shown', name, draw(stage)]),
    perform: ({ title, target, loses }: Parameters<Stage<Rows>['perform']>[0]) =>
      done.push([title, target, loses?.what]),
    notify: ({ text }: { text: string }) => done.push(['told', text]),
  } as unknown as Stage<Rows> // Actions use no more of it here.
  const definition = { texts: 'boxes', actions, form } as unknown as ListDefinition<Rows> // The same of it.
  return { ...listActions(definition, stage), done }
}

const chosen: ChosenOf<Rows> = { target: { ids: [1, 2] }, count: 2, rows: [idle, busy] }
const said = (offered: readonly { key: string; reason?: string }[]) => offered.map(({ key, reason }) => [key, reason])

describe('an action of a list', () => {
  test('is the same batch for several as for one, unless they have something of their own', () => {
    const batch = { call: async () => ({ results: [] }), loses: (of: ChosenOf<Rows>) => [`${of.count} rows`] }
    const list = listOf([
      [
        { key: 'remove', several: true, batch },
        { key: 'free', icon, batch, several: { does: ({ count }) => list.done.push(`${count} as a job`) } },
        { key: 'keep', icon, batch },
      ],
    ])
    expect(said(list.ofSeveral(chosen))).toEqual([
      ['remove', undefined],
      ['free', undefined],
    ])
    for (const { onPick } of [...list.ofRow(idle).flat(), ...list.ofSeveral(chosen)]) onPick?.()
    expect(list.done).toEqual([
      ['boxes.action.remove', { ids: [1] }, ['1 rows']],
      ['boxes.action.free', { ids: [1] }, ['1 rows']],
      ['boxes.action.keep', { ids: [1] }, ['1 rows']],
      ['boxes.action.remove', { ids: [1, 2] }, ['2 rows']],
      '2 as a job',
    ])
  })

  test('asks about one row as about several', () => {
    const list = listOf([[{ key: 'move', icon, asks: ({ target }) => JSON.stringify(target) }]])
    list.pick('move', idle)
    list.ofSeveral(chosen)[0]?.onPick?.()
    expect(list.takesSeveral).toBe(true)
    expect(list.done).toEqual([
      ['shown', 'move', '{"ids":[1]}'],
      ['shown', 'move', '{"ids":[1,2]}'],
    ])
  })

  test('that cannot be done with a row now tells why instead', () => {
    const list = listOf([[{ key: 'edit', reason: whyNot }]])
    list.pick('edit', idle)
    list.pick('edit', busy)
    expect(list.done).toEqual([
      ['shown', 'edit', 'the form of 1'],
      ['told', 'it is busy'],
    ])
    expect(list.takesSeveral).toBe(false)
  })

  test('is not offered to who may not make its call, or says to one row that they may not', () => {
    const actions: ActionGroup<Rows>[] = [
      [
        { key: 'silent', icon, operation: 'boxEdit', does, several: { does } },
        { key: 'told', icon, operation: 'boxEdit', refused: 'boxes.reason.mayNotChange', does, several: { does } },
      ],
    ]
    const ofSecurity = listOf(actions, 'security')
    expect(said(ofSecurity.ofRow(idle).flat())).toEqual([['told', 'boxes.reason.mayNotChange']])
    expect([ofSecurity.takesSeveral, ofSecurity.ofSeveral(chosen)]).toEqual([false, []])
    expect(said(listOf(actions, 'admin').ofSeveral(chosen))).toEqual([
      ['silent', undefined],
      ['told', undefined],
    ])
  })

  test('that opens onto others says why where none of them can be done', () => {
    const one = (key: string) => ({ key, icon, reason: whyNot, does })
    const list = listOf([[{ key: 'apps', icon, items: [one('install'), { ...one('stop'), reason: undefined }] }]])
    expect(said(list.ofRow(busy)[0]?.[0]?.items ?? [])).toEqual([
      ['install', 'it is busy'],
      ['stop', undefined],
    ])
    const shut = listOf([[{ key: 'apps', icon, items: [one('install'), one('stop')] }]])
    expect(shut.ofRow(busy)[0]).toEqual([expect.objectContaining({ key: 'apps', reason: 'it is busy' })])
    expect(shut.ofRow(busy)[0]?.[0]?.items).toBeUndefined()
  })

  test('of a menu stands by itself for a row, and behind one button for several', () => {
    const list = listOf([
      {
        menu: { key: 'work', icon, text: 'devices.act.menu' },
        actions: [
          { key: 'push', icon, does, several: { does, reason: () => 'too many' } },
          { key: 'free', icon, several: { does } },
        ],
      },
    ])
    expect(said(list.ofRow(idle).flat())).toEqual([['push', undefined]])
    const [menu, ...others] = list.ofSeveral(chosen)
    expect([menu?.text, others]).toEqual(['devices.act.menu', []])
    expect(said(menu?.items ?? [])).toEqual([
      ['push', 'too many'],
      ['free', undefined],
    ])
  })
})
