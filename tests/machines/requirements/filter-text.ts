import { filterTextMachine } from '../../../src/machines/lists/filter-text.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const texts: Readonly<Record<string, string>> = {
  'the operator types': ' B01 ',
  'the operator types on': 'B012',
  'the operator takes it back': 'B0',
  'the operator empties it': '',
}

const begunWith = (text: string) =>
  specification(
    {
      machine: filterTextMachine,
      input: { keyword: 'B0', text },
      happenings: {
        ...Object.fromEntries(
          Object.entries(texts).map(([name, typed]) => [
            name,
            (play: { send: (event: { type: 'TYPE'; text: string }) => boolean }) =>
              play.send({ type: 'TYPE', text: typed }),
          ]),
        ),
        'the operator presses enter': (play) => play.send({ type: 'APPLY' }),
        'the operator clears it': (play) => play.send({ type: 'CLEAR' }),
        'a moment passes': (play) => play.wait(150),
        'a pause is over': (play) => play.wait(300),
      },
      screen: ({ value, context: { keyword, text: shown } }) => ({ keyword, text: shown, isTold: value === 'applied' }),
    },
    {
      'what is typed stands in the field, and goes only where it is cleared': always((step, before) => {
        const typed = step.happened === 'the operator clears it' ? '' : texts[step.happened]
        return step.screen.text === (typed ?? before.screen.text)
      }),
      'it counts at once with enter, and where it is cleared; else once typing has paused': always((step, before) => {
        const { past } = step
        const typed = past.findLast(({ happened }, at) => happened in texts || (at === 0 && text !== 'B0'))
        const since = typed === undefined ? [] : past.slice(past.indexOf(typed) + 1)
        const isDone = since.some(({ happened }) => happened.endsWith('enter') || happened.endsWith('clears it'))
        const isPaused = typed !== undefined && step.at - typed.at >= 300
        const isTyping = typed !== undefined && !isDone && !isPaused
        if (step.happened === 'the operator presses enter' || step.happened === 'the operator clears it' || isPaused)
          return step.screen.keyword === step.screen.text.trim()
        return !isTyping || step.screen.keyword === before.screen.keyword
      }),
      'whoever listens is told of another keyword, and of none that holds already': always((step, before) => {
        if (step === before) return !step.screen.isTold
        const isOther = step.screen.keyword !== before.screen.keyword
        if (isOther) return step.screen.isTold
        const isSame = same(step.screen, before.screen)
        return !step.screen.isTold || isSame
      }),
    },
  )

export default [begunWith('B0'), begunWith('B01')]
