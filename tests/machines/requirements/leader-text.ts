import { leaderTextMachine } from '../../../src/machines/remote/leader-text.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { always, same } from '../../support/requirements/sentences.ts'
import { specification } from '../../support/requirements/specification.ts'

type Field = Play<typeof leaderTextMachine>

const writes: Readonly<Record<string, string>> = {
  'the operator writes something': 'a',
  'the operator writes something else': 'bc',
  'the operator empties the field': '',
}
/** What is noted of the leader, beside the texts that it is given. */
const [away, there] = ['<away>', '<there>']
const isThere = ({ notes }: Field): boolean => notes.findLast((note) => note === away || note === there) !== away

interface Seen {
  happened: string
  screen: { text: string; isUndelivered: boolean; given: readonly string[]; isThere: boolean }
  before: Seen
  past: readonly Seen[]
}

/** What was given to the leader by the last send, and is not known to have arrived; undefined where there is no such text. */
function onItsWay({ past }: Seen): string | undefined {
  const ending = past.findLastIndex((step) => {
    const isGiven = step.screen.given.length > step.before.screen.given.length
    return isGiven || (step.happened === 'the operator sends it' && step.screen.isUndelivered) || isOver(step.happened)
  })
  const last = past[ending]
  return last && !isOver(last.happened) && !last.screen.isUndelivered ? last.screen.given.at(-1) : undefined
}
const isOver = (happened: string): boolean =>
  happened === 'the leader misses something' || happened === 'something else is done'

export default specification(
  {
    machine: leaderTextMachine,
    input: (play: Field) => ({ mayTake: () => isThere(play), deliver: (text) => void play.notes.push(text) }),
    happenings: {
      ...Object.fromEntries(
        Object.entries(writes).map(([name, text]) => [name, (play: Field) => play.send({ type: 'write', text })]),
      ),
      'the operator sends it': (play) => play.send({ type: 'send' }),
      'the leader misses something': (play) => play.send({ type: 'missed' }),
      'something else is done': (play) => play.send({ type: 'passed' }),
      'the leader can not be operated': (play) => play.notes.push(away) > 0,
      'the leader can be operated': (play) => play.notes.push(there) > 0,
    },
    keep: ({ context: { text, sent } }, play) => [text.slice(0, 3), sent.slice(0, 3), isThere(play)],
    screen: (snapshot, play) => ({
      text: snapshot.context.text,
      isUndelivered: snapshot.matches('undelivered'),
      given: play.notes.filter((note) => note !== away && note !== there),
      isThere: isThere(play),
    }),
  },
  {
    'a text is given to the leader when it is sent, whole and once, where there is one and the leader can be operated':
      always(({ happened, screen, before: { screen: was } }) => {
        const isGiven = happened === 'the operator sends it' && was.text !== '' && was.isThere
        return same(screen.given, isGiven ? [...was.given, was.text] : was.given)
      }),
    'the field holds what was written until it is given, and what the leader missed of that stands before what was written since':
      always((step: Seen) => {
        const { happened, screen, before } = step
        const was = before.screen
        const written = writes[happened]
        if (written !== undefined) return screen.text === written
        if (happened === 'the operator sends it') return screen.text === (was.isThere ? '' : was.text)
        const missed = happened === 'the leader misses something' ? (onItsWay(before) ?? '') : ''
        return screen.text === missed + was.text
      }),
    'the field says that its text was not delivered, until something is written or it is delivered': always(
      (step: Seen) => {
        const { happened, screen, before } = step
        const was = before.screen
        if (happened in writes) return !screen.isUndelivered
        if (happened === 'the operator sends it' && was.text !== '') return screen.isUndelivered === !was.isThere
        const isMissed = happened === 'the leader misses something' && onItsWay(before) !== undefined
        return screen.isUndelivered === (was.isUndelivered || isMissed)
      },
    ),
  },
)
