import { rowOrderMachine } from '../../../src/machines/lists/row-order.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, eventually, same, when } from '../../support/requirements/sentences.ts'

const moves = { 'the first row is moved': { id: 1, place: 1 }, 'another row is moved': { id: 2, place: 0 } }
const moveOf = (happened: string) => moves[happened as keyof typeof moves]

export default specification(
  {
    machine: rowOrderMachine,
    input: (play) => ({
      arrange: ({ id }) => void play.notes.push(`moved ${id}`),
      place: () => Promise.resolve(),
      refresh: () => void play.notes.push('fetched'),
      hear: () => () => undefined,
    }),
    happenings: {
      'the first row is moved': (play) => play.send({ type: 'MOVE', move: moves['the first row is moved'] }),
      'another row is moved': (play) => play.send({ type: 'MOVE', move: moves['another row is moved'] }),
      'the server takes it': (play) => play.answer('place', undefined),
      'the server refuses': (play) => play.fail('place'),
      'others change rows': (play) => play.report('changes', { type: 'changed elsewhere' }),
    },
    fair: ['the server takes it'],
    screen: ({ context, ...snapshot }, play) => ({
      said: context.moved,
      waiting: context.moves,
      isStill: (snapshot as { value: unknown }).value === 'still',
      notes: [...play.notes],
    }),
    keep: ({ value, context }) => [value, context.moved, context.moves.slice(0, 3)],
  },
  {
    'changes are heard all the time': always((step) => step.waits('changes') === 1),
    'a row that is moved stands there at once, and that is said': always(({ happened, screen }, before) => {
      const move = moveOf(happened)
      const notes = screen.notes.slice(before.screen.notes.length)
      const isMoved = notes.some((note) => note.startsWith('moved'))
      if (move === undefined) return !isMoved
      return same(screen.said, move) && same(notes, [`moved ${move.id}`])
    }),
    'the server hears of one move at a time, in the order in which they were made': always((step, before) => {
      const [next] = step.screen.waiting
      const isNext = before.waits('place') === 0 ? next !== undefined : step.happened === 'the server takes it' && next
      const asked = step.calls('place').map((one) => (one as { moves: readonly unknown[] }).moves[0])
      return step === before ? asked.length === 0 : same(asked, isNext ? [next] : [])
    }),
    'each move waits until the server has heard of it, and none after one that is refused': always(
      ({ happened, screen }, before) => {
        const { waiting } = before.screen
        const move = moveOf(happened)
        if (move !== undefined) return same(screen.waiting, [...waiting, move])
        if (happened === 'the server takes it') return same(screen.waiting, waiting.slice(1))
        return same(screen.waiting, happened === 'the server refuses' ? [] : waiting)
      },
    ),
    'the rows are fetched once all is heard or refused, and when others change them while nothing is moved': always(
      ({ happened, screen }, before) => {
        const { waiting, notes } = before.screen
        const isDone = happened === 'the server refuses' || (happened === 'the server takes it' && waiting.length === 1)
        const isNews = happened === 'others change rows' && waiting.length === 0
        const fetched = screen.notes.slice(notes.length).filter((note) => note === 'fetched')
        return fetched.length === (isDone || isNews ? 1 : 0)
      },
    ),
    'what was refused is said no more to be moved': when(
      'the server refuses',
      always(({ happened, screen }) => happened !== 'the server refuses' || screen.said === undefined),
    ),
    'rows come to stand still': when(
      'the first row is moved',
      eventually(({ screen }) => screen.isStill && screen.waiting.length === 0),
    ),
    'they stand still while nothing waits': always(({ screen }) => screen.isStill === (screen.waiting.length === 0)),
  },
)
