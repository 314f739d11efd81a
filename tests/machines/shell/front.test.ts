import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { frontMachine } from '../../../src/machines/shell/front.ts'

const begin = (first?: 'list' | 'writing') =>
  createActor(frontMachine<'list' | 'writing'>(), { input: { first } }).start()

describe('what stands in front', () => {
  test('is not closed by what has made room for it, as a list that closes once a message is written', () => {
    const actor = begin('list')
    actor.send({ type: 'OPEN', front: 'writing' })
    actor.send({ type: 'CLOSE', front: 'list' })
    expect(actor.getSnapshot().context.front).toBe('writing')
    actor.send({ type: 'CLOSE', front: 'writing' })
    expect(actor.getSnapshot().value).toBe('closed')
  })
})
