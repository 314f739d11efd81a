import { createActor, fromCallback } from 'xstate'
import type { Figures } from '../../../src/video/video-figures.ts'
import {
  qualityGovernorMachine,
  type OperatedQuality,
  type QualityChoice,
} from '../../../src/machines/remote/quality-governor.ts'
import type { RemoteSession } from '../../../src/machines/remote/remote-session.ts'
import { stored } from '../../support/requirements/browser-memory.ts'
import type { Play } from '../../support/requirements/played-machine.ts'
import { specification } from '../../support/requirements/specification.ts'
import { always, same } from '../../support/requirements/sentences.ts'

const figures = (lag: number, toScreen: number, fps = 30) => ({ fps, lag, toScreen }) as Figures // No more of them is looked at.

const seconds: Readonly<Record<string, Figures>> = {
  'a second is bad on the line': figures(201, 10),
  'a second is bad in the browser': figures(10, 151),
  'a second is uneven': figures(60, 10),
  'a second is as uneven as may be': figures(200, 150),
  'a second is calm': figures(59, 59),
  'a second brings no frame': figures(999, 999, 0),
}
const choices: Readonly<Record<string, QualityChoice>> = {
  'the operator leaves it to the console': 'automatic',
  'the operator wants it sharp': 'sharp',
  'the operator wants it small': 'economical',
}
/** From the lightest on. */
const ladder: readonly OperatedQuality[] = ['economical', 'balanced', 'sharp']

interface Seen {
  happened: string
  at: number
  past: readonly Seen[]
}

/** What the video has to be after all that has happened: DESIGN's rule, applied second by second. */
function ruleAfter({ past }: Seen, first: QualityChoice) {
  let choice = first
  let quality: OperatedQuality = first === 'automatic' ? 'balanced' : first
  let patience = 30_000
  let settledAt = 6_000
  let bad: number[] = []
  let calmSince: number | undefined
  const change = (at: number, by: 1 | -1) => {
    quality = ladder[ladder.indexOf(quality) + by] ?? quality
    settledAt = at + 6_000
    bad = []
    calmSince = undefined
  }
  for (const { happened, at } of past) {
    if (calmSince !== undefined && quality === 'sharp' && at - calmSince >= patience) {
      patience = 30_000
      calmSince = undefined
    }
    const chosen = choices[happened]
    if (chosen !== undefined) {
      choice = chosen
      if (chosen !== 'automatic') quality = chosen
      else patience = 30_000
      settledAt = at + 6_000
      bad = []
      calmSince = undefined
    }
    if (choice !== 'automatic' || at < settledAt || !happened.startsWith('a second')) continue
    if (at - (bad.at(-1) ?? at) >= 10_000) bad = []
    if (happened.includes('bad')) {
      calmSince = undefined
      if (quality !== 'economical') bad.push(at)
      if (bad.length < 3) continue
      patience = Math.min(2 * patience, 480_000)
      change(at, -1)
    } else if (happened.includes('uneven')) calmSince = undefined
    else if (happened === 'a second is calm') {
      if (bad.length > 0) bad = []
      else if (calmSince === undefined) calmSince = at
      else if (quality !== 'sharp' && at - calmSince >= patience) change(at, 1)
    }
  }
  return { choice, quality }
}

/** A session that is told of qualities, and does nothing else. */
function sessionThatHears(hear: (quality: string) => void): RemoteSession {
  const session = createActor(
    fromCallback<{ type: 'quality'; quality: string }>(({ receive }) => receive(({ quality }) => hear(quality))),
  )
  return session.start() as unknown as RemoteSession
}

type Happens = (play: Play<typeof qualityGovernorMachine>) => boolean
const each = <Item>(items: Readonly<Record<string, Item>>, happens: (item: Item) => Happens) =>
  Object.fromEntries(Object.entries(items).map(([name, item]): [string, Happens] => [name, happens(item)]))

/** With what comes at the end of each path, which tells what the governor has counted so far. */
const governorThatBeginsWith = (first: QualityChoice, fair: readonly string[]) =>
  specification(
    {
      machine: qualityGovernorMachine,
      input: (play) => ({
        choice: first,
        session: sessionThatHears((quality) => void play.notes.push(quality)),
      }),
      happenings: {
        ...each(seconds, (one) => (play) => play.report('figuresWatch', { type: 'measured', figures: one })),
        ...each(choices, (choice) => (play) => play.send({ type: 'choose', choice })),
        'three seconds pass': (play) => play.wait(3_000),
        'six seconds pass': (play) => play.wait(6_000),
        'ten seconds pass': (play) => play.wait(10_000),
        'half a minute passes': (play) => play.wait(30_000),
        'a minute passes': (play) => play.wait(60_000),
      },
      fair,
      screen: ({ context: { choice, quality } }, { notes }) => ({
        choice,
        quality,
        told: [...notes],
        remembered: stored('picture-quality'),
      }),
      keep: ({ context: { choice, quality, badSeconds, calm } }) => [choice, quality, badSeconds, calm > 30_000],
    },
    {
      'DESIGN, video: a lesser one after three bad seconds, a better one after calm that lasts, what is chosen at once':
        always((step) => {
          const { choice, quality } = ruleAfter(step, first)
          return step.screen.choice === choice && step.screen.quality === quality
        }),
      'the session is told of each change, and of what the operator chooses': always(({ happened, screen }, before) => {
        const chosen = choices[happened]
        const isNews = screen.quality !== before.screen.quality || (chosen !== undefined && chosen !== 'automatic')
        return same(screen.told, isNews ? [...before.screen.told, screen.quality] : before.screen.told)
      }),
      'what the operator chooses is remembered, and nothing else is': always(
        ({ happened, screen }, before) => screen.remembered === (choices[happened] ?? before.screen.remembered),
      ),
      'figures are looked at while it is left to the console, and only then': always(
        (step) => (step.waits('figuresWatch') === 1) === (step.screen.choice === 'automatic'),
      ),
    },
  )

export default [
  governorThatBeginsWith('automatic', ['a second is bad on the line']),
  governorThatBeginsWith('automatic', ['half a minute passes', 'a second is calm']),
  governorThatBeginsWith('economical', []),
]
