import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { not } from 'xstate'
import { whereToLook } from '../../scripts/chart-scores.mjs'
import { findMachines } from '../../scripts/find-machines.mjs'
import { BrokenRequirement, scoreOf } from '../support/requirements/mutation-score.ts'
import { wordsFor } from '../support/requirements/broken-words.ts'
import { shortened } from '../support/requirements/generated-paths.ts'
import { brokenBy, perform } from '../support/requirements/performance.ts'
import type { AnySpecification } from '../support/requirements/specification.ts'
import changePassword from './requirements/change-password.ts'
import session from './requirements/session.ts'
import shopDesk from './requirements/shop-desk.ts'
import userSocket from './requirements/user-socket.ts'
import videoRecording from './requirements/video-recording.ts'

/** What it breaks, for people; nothing where it breaks nothing. */
function messageOf(does: () => unknown): string {
  try {
    does()
  } catch (error) {
    if (error instanceof BrokenRequirement) return error.message
    throw error
  }
  return ''
}

type Guard = (...asked: unknown[]) => boolean

/** Each condition of these charts, as somebody breaks it who has just joined: it says the opposite. */
const brokenGuards = (
  [changePassword, session, shopDesk, userSocket, videoRecording] as (AnySpecification | AnySpecification[])[]
).flatMap((specified) => {
  const all = [specified].flat()
  const { guards } = (all[0] as AnySpecification).machine.implementations as { guards: Record<string, Guard> } // Functions, all of ours.
  return Object.entries(guards).map(([name, guard]): [string, AnySpecification[]] => {
    // XState's own are told from ours by how they are asked, and hear of no params.
    const opposite: unknown = 'check' in guard ? not(guard as never) : (...asked: unknown[]) => !guard(...asked)
    const guards = { [name]: opposite as never }
    return [name, all.map((one) => ({ ...one, machine: one.machine.provide({ guards }) }))]
  })
})

test.each(brokenGuards)(
  'a broken condition is told with the requirement, the edge, the state and the screen: %s',
  (guard, specifications) => {
    // As npm run charts does, and npm run mutate.
    const message = messageOf(() => scoreOf(specifications))
    expect(message, 'no requirement is broken').not.toBe('')
    const words = message.split('\n')
    const sentences = new Set(specifications.flatMap(({ requirements }) => Object.keys(requirements)))
    expect(
      [...sentences, 'no machine stops over an error'].filter((one) => words[0]?.startsWith(`"${one}" is broken `)),
    ).toHaveLength(1)
    // The very one that is broken, alone or with others, with what it said.
    const edge = new RegExp(
      String.raw`^\w[\w.]*: .* \[(?:.* (?:or|and) |not \()*${guard}\b.*\](?:, branch \d)? says (?:yes|no)$`,
    )
    expect(words.map((line) => line.trim())).toContainEqual(expect.stringMatching(edge))
    expect(words.at(-1)).toMatch(/^ {2}and then is to be seen: \{.+\}$/)
  },
)

test('a path is told step by step, with what its edges asked, and where they led', () => {
  const [, [specified = userSocket] = []] = brokenGuards.find(([guard]) => guard === 'failures are used up') ?? []
  const [sentence = ''] = Object.keys(specified.requirements)
  expect(
    wordsFor(specified, { sentence, after: ['the socket opens', 'the socket closes'], screen: { isOver: true } }),
  ).toBe(
    [
      `"${sentence}" is broken after the socket opens → the socket closes`,
      '  at first → {"connected":"opening"}',
      '      no edge is taken',
      '  the socket opens → {"connected":"beating"}',
      '      userSocket.connected.opening: opened is taken',
      '  the socket closes → "lost"',
      '      userSocket.connected: closed is taken',
      '      userSocket.disconnected: at once [failures are used up] says yes',
      '      userSocket.disconnected: at once [failures are used up] is taken',
      '  and then is to be seen: {"isOver":true}',
    ].join('\n'),
  )
})

test('the path to what is broken is a short one', () => {
  const [, [specified = userSocket] = []] = brokenGuards.find(([guard]) => guard === 'failures are used up') ?? []
  const walk = ['a second passes', 'the socket opens', 'a message comes', 'a second passes', 'the socket closes']
  const broken = brokenBy(specified, perform(specified, walk, { fair: [] }))
  if (broken === undefined) throw new Error('the walk breaks nothing')
  expect(broken.after).toEqual(walk)
  expect(shortened(specified, broken)).toEqual({ ...broken, after: ['the socket closes'] })
})

test('where to look is told: the line with the requirement, the chart and its drawing', async () => {
  const userSocketChart = (await findMachines()).find(({ name }) => name === 'user-socket')
  if (userSocketChart === undefined) throw new Error('there is no user-socket')
  const lines = readFileSync('tests/machines/requirements/user-socket.ts', 'utf8').split('\n')
  const whereOf = (sentence: string) => whereToLook(userSocketChart, `"${sentence}" is broken at first\n  at first`)
  const drawn = 'the chart: src/machines/shell/user-socket.ts, drawn as docs/machines/user-socket.svg'
  for (const sentence of Object.keys(userSocket.requirements)) {
    const line = lines.findIndex((text) => text.includes(`'${sentence}'`)) + 1
    expect(line).toBeGreaterThan(0)
    expect(whereOf(sentence)).toBe(`  the requirement: tests/machines/requirements/user-socket.ts:${line}\n  ${drawn}`)
  }
  // What stands nowhere but in all.
  expect(whereOf('no machine stops over an error')).toBe(
    `  the requirement: tests/machines/requirements/user-socket.ts\n  ${drawn}`,
  )
})
