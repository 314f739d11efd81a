import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { TeamView, ViewSharing } from '../../../src/api/shared-views.ts'
import type { OwnChange } from '../../../src/machines/lists/saved-views.ts'
import { teamViewsMachine } from '../../../src/machines/lists/team-views.ts'
import { answeredByHand } from '../../support/chart-model.ts'

const me = 5
const view = (id: number, name: string, owner_id = me): TeamView => ({
  id,
  name,
  owner_id,
  list: 'devices',
  query: 'status=idle',
  owner_name: `user ${owner_id}`,
  may_remove: true,
})
const shared = [view(1, 'Idle'), view(2, 'Busy', 7)]

/** A menu whose server is played by the test: what is asked and changed there, one at a time. */
function perform() {
  const server = answeredByHand<unknown>()
  const told: string[] = []
  const calling = (what: string) => {
    told.push(what)
    return server.call()
  }
  const sharing: ViewSharing = {
    ask: () => calling('list') as Promise<readonly TeamView[]>,
    share: ({ id, name, search }) => calling(`share ${id ?? 'new'} ${name} ${search}`),
    unshare: (id) => calling(`unshare ${id}`),
  }
  const listeners: ((change: OwnChange) => void)[] = []
  const hear = (listener: (change: OwnChange) => void) => {
    listeners.push(listener)
    return () => undefined
  }
  const actor = createActor(teamViewsMachine, { input: { me, sharing, hear } }).start()
  return { actor, server, told, does: (change: OwnChange) => listeners.forEach((listener) => listener(change)) }
}

async function known() {
  const play = perform()
  await play.server.answer(shared)
  play.told.length = 0
  return play
}

describe('the views of a team', () => {
  test('are told of one change after the other, and asked for anew after each', async () => {
    const { actor, server, told } = await known()
    actor.send({ type: 'SHARE', view: { name: 'New', search: 'sort=id' } })
    actor.send({ type: 'UNSHARE', id: 2 })
    expect(told).toEqual(['share new New sort=id'])
    await server.answer(undefined)
    await server.answer([...shared, view(3, 'New')])
    await server.answer(undefined)
    expect(told).toEqual(['share new New sort=id', 'list', 'unshare 2', 'list'])
    await server.answer([shared[0]])
    expect(actor.getSnapshot().context.views).toEqual([shared[0]])
  })

  test('hear of what is done to a view while they are being asked for', async () => {
    const { server, told, does } = perform()
    does({ type: 'deleted', name: 'Idle' })
    await server.answer(shared)
    expect(told).toEqual(['list', 'unshare 1'])
  })

  test('follow a view through names and ends that come before the server has heard of the first', async () => {
    const { actor, server, told, does } = await known()
    does({ type: 'renamed', before: 'Idle', name: 'Free', search: 'a' })
    does({ type: 'renamed', before: 'Free', name: 'Ready', search: 'a' })
    actor.send({ type: 'SHARE', view: { name: 'New', search: 'b' } })
    does({ type: 'deleted', name: 'New' })
    await server.answer(undefined)
    await server.answer([view(1, 'Free')])
    await server.answer(undefined)
    await server.answer([view(1, 'Ready')])
    await server.answer(undefined)
    await server.answer([view(1, 'Ready'), view(3, 'New')])
    expect(told.filter((call) => call !== 'list')).toEqual([
      'share 1 Free a',
      'share 1 Ready a',
      'share new New b',
      'unshare 3',
    ])
  })

  test('are told of all that was wanted also once nobody looks at them', async () => {
    const { actor, server } = await known()
    const isToBeFinished = () => actor.getSnapshot().hasTag('to be finished')
    expect(isToBeFinished()).toBe(false)
    actor.send({ type: 'UNSHARE', id: 2 })
    actor.send({ type: 'SHARE', view: { name: 'New', search: '' } })
    for (const answer of [undefined, [], undefined]) {
      expect(isToBeFinished()).toBe(true)
      await server.answer(answer)
    }
    await server.answer([])
    expect(isToBeFinished()).toBe(false)
  })

  test('are given up once, however often that is asked while the server is at it', async () => {
    const { actor, server, told } = await known()
    actor.send({ type: 'UNSHARE', id: 2 })
    actor.send({ type: 'UNSHARE', id: 2 })
    await server.answer(undefined)
    expect(told).toEqual(['unshare 2', 'list'])
  })

  test('follow what their owner does to its own view of that name', async () => {
    const { server, told, does } = await known()
    does({ type: 'kept', name: 'Idle', search: 'keyword=x' })
    await server.answer(undefined)
    await server.answer(shared)
    does({ type: 'renamed', before: 'Idle', name: 'Free', search: 'status=idle' })
    await server.answer(undefined)
    await server.answer(shared)
    does({ type: 'deleted', name: 'Idle' })
    expect(told).toEqual(['share 1 Idle keyword=x', 'list', 'share 1 Free status=idle', 'list', 'unshare 1'])
  })

  test('stay as they are whatever somebody does to a view that it does not share, though another’s has its name', async () => {
    const { told, does } = await known()
    does({ type: 'kept', name: 'Busy', search: 'keyword=x' })
    does({ type: 'renamed', before: 'Busy', name: 'Idle', search: 'keyword=x' })
    does({ type: 'deleted', name: 'Busy' })
    does({ type: 'deleted', name: 'Other' })
    expect(told).toEqual([])
  })

  test('are what the server has after a change that it refused, and what was known where it does not answer', async () => {
    const { actor, server, told } = await known()
    actor.send({ type: 'UNSHARE', id: 1 })
    actor.send({ type: 'UNSHARE', id: 2 })
    await server.fail(new Error('no'))
    expect(told).toEqual(['unshare 1', 'list'])
    await server.fail(new Error('no'))
    expect(actor.getSnapshot().matches('failed')).toBe(true)
    expect(actor.getSnapshot().context.views).toEqual(shared)
    actor.send({ type: 'RETRY' })
    expect(told.at(-1)).toBe('list')
  })
})
