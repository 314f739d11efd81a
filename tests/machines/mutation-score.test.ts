import { describe, expect, test } from 'vitest'
import scores from '../../docs/machines/scores.json' with { type: 'json' }
import { scoreOf } from '../support/requirements/mutation-score.ts'
import changePassword from './requirements/change-password.ts'
import { survivors } from './survivors.ts'

/** Of a chart's mutants, so many in a hundred have to be noticed; of those that are not, it has to be said why nobody can. */
const wanted = 95

/** Of each chart, as its drawing shows it. */
const scored = Object.entries<{ mutants: number; survivors: string[] }>(scores)

describe.each(scored)('the mutants of %s', (name, { mutants, survivors: alive }) => {
  const explained = Object.keys(survivors[name] ?? {})

  test('are noticed by a requirement, or it is said why not', () => {
    expect(alive.filter((mutant) => !explained.includes(mutant))).toEqual([])
    // What differs in nothing that anybody looks at is no mistake; the rest has to be noticed.
    expect((100 * (mutants - alive.length)) / (mutants - explained.length)).toBeGreaterThanOrEqual(wanted)
  })

  test('that are noticed have no reason why not', () => {
    expect(explained.filter((mutant) => !alive.includes(mutant))).toEqual([])
  })
})

/** The requirements of a chart but for one. */
function without(sentence: string) {
  expect(changePassword.requirements).toHaveProperty([sentence])
  const left = Object.entries(changePassword.requirements).filter(([name]) => name !== sentence)
  return { ...changePassword, requirements: Object.fromEntries(left) }
}

/** The transitions that are no longer guarded once something is missing. */
function cooled(specified: typeof changePassword): string[] {
  const { transitions: before } = scoreOf([changePassword])
  const { transitions: after } = scoreOf([specified])
  return [...before].filter(([name, heat]) => after.get(name) !== heat).map(([name]) => name)
}

describe('the heat of a drawing', () => {
  test('goes from exactly those transitions whose requirement is deleted', () => {
    expect(cooled(without('SPEC §8: whoever listens hears of each try, and what it came to'))).toEqual([
      'changePassword.editing: submit, branch 3',
      'changePassword.submitting: ✓ change it',
      'changePassword.submitting: ✗ change it',
    ])
  })

  test('goes from exactly those transitions that no path takes any more', () => {
    const { cancels: _, ...happenings } = changePassword.happenings
    expect(cooled({ ...changePassword, happenings })).toEqual(['changePassword.editing: cancel'])
  })

  test('stays where nothing is deleted: the same paths are taken and the same mistakes made each time', () => {
    expect(cooled(changePassword)).toEqual([])
  })
})
