import { describe, expect, it } from 'vitest'
import { Fingers } from '../../../phone/screen/fingers.ts'

type Doing = [action: 'down' | 'move' | 'up' | 'cancel', id: number, x?: number]

/** What several fingers' doings are together: the action, whose it is, who is down, and what a follower of the first sees. */
function touches(...doings: Doing[]): string[] {
  const fingers = new Fingers()
  return doings
    .flatMap(([action, id, x = id * 10]) => fingers.follow(action, { id, x, y: 0 }))
    .map((touch) => {
      const down = touch.fingers.map(({ id, x }) => `${id}@${x}`).join(' ')
      return `${touch.action} ${touch.finger.id} of ${down}, ${touch.first?.action ?? 'nothing'}`
    })
}

describe('fingers on the screen', () => {
  it('come and go as Android tells it', () => {
    expect(touches(['down', 1], ['down', 2], ['move', 2, 25], ['move', 1, 5], ['up', 1, 6], ['up', 2])).toEqual([
      'down 1 of 1@10, down',
      'pointer down 2 of 1@10 2@20, nothing',
      'move 2 of 1@10 2@25, nothing',
      'move 1 of 1@5 2@25, move',
      'pointer up 1 of 1@6 2@25, up',
      'up 2 of 2@20, nothing',
    ])
  })

  it('are ten at most', () => {
    const eleven = Array.from({ length: 11 }, (_, id): Doing => ['down', id])
    const heard = touches(...eleven, ['move', 10], ['up', 10], ['up', 0], ['down', 10])
    expect(heard.map((line) => line.replace(/ of.*/, ''))).toEqual([
      'down 0',
      ...Array.from({ length: 9 }, (_, index) => `pointer down ${index + 1}`),
      'pointer up 0',
      'pointer down 10',
    ])
  })

  it('are all taken off when one is cancelled', () => {
    expect(touches(['down', 1], ['down', 2], ['cancel', 2], ['move', 1], ['up', 1], ['down', 3])).toEqual([
      'down 1 of 1@10, down',
      'pointer down 2 of 1@10 2@20, nothing',
      'cancel 1 of 1@10 2@20, cancel',
      'down 3 of 3@30, down',
    ])
  })

  it('begin anew with one that comes down twice', () => {
    expect(touches(['down', 1], ['down', 1, 15])).toEqual([
      'down 1 of 1@10, down',
      'cancel 1 of 1@10, cancel',
      'down 1 of 1@15, down',
    ])
  })

  it('that never came down do nothing', () => {
    expect(touches(['move', 1], ['up', 2], ['cancel', 3])).toEqual([])
  })
})
