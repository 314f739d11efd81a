import { describe, expect, test } from 'vitest'
import scores from '../../docs/machines/scores.json' with { type: 'json' }
import { chartSvg } from '../../packages/machines-inspector/src/charts/chart-svg.ts'
import { drawnChart } from '../support/drawn-chart.ts'
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

/** The heat that the drawing shows of each transition, and of each arrow by what it leads from and to. */
async function drawnHeats(specified: typeof changePassword): Promise<Map<string, string>> {
  const proofs = Object.fromEntries(scoreOf([specified]).transitions)
  const { chips, arrows } = drawnChart(await chartSvg(specified.machine, proofs))
  return new Map([
    ...chips.map(({ name, heat }): [string, string] => [name, heat]),
    ...arrows.map(({ from, to, heat }): [string, string] => [`${from} → ${to}`, heat]),
  ])
}

const whole = drawnHeats(changePassword)

/** What is drawn in another heat once something is missing, and in which. */
async function cooled(specified: typeof changePassword) {
  const [before, after] = [await whole, await drawnHeats(specified)]
  expect([...after.keys()]).toEqual([...before.keys()])
  return Object.fromEntries([...after].filter(([name, heat]) => before.get(name) !== heat))
}

describe('the heat of a drawing', () => {
  test('is all guarded as long as nothing is missing', async () => {
    expect(new Set((await whole).values())).toEqual(new Set(['guarded']))
  })

  test('goes from exactly those arrows whose requirement is deleted', async () => {
    expect(await cooled(without('SPEC §8: whoever listens hears of each try, and what it came to'))).toEqual({
      'changePassword.editing: submit, branch 3': 'taken',
      'changePassword.editing → changePassword.submitting': 'taken',
      'changePassword.submitting: ✓ change it': 'taken',
      'changePassword.submitting → changePassword.closed': 'taken',
      'changePassword.submitting: ✗ change it': 'taken',
      'changePassword.submitting → changePassword.editing': 'taken',
    })
  })

  test('is cold at exactly those arrows that no path takes any more', async () => {
    const { cancels: _, ...happenings } = changePassword.happenings
    expect(await cooled({ ...changePassword, happenings })).toEqual({
      'changePassword.editing: cancel': 'cold',
      'changePassword.editing → changePassword.closed': 'cold',
    })
  })

  test('is cold behind an answer that nobody gives any more, and where only it leads', async () => {
    const { 'submits everything': _, ...happenings } = changePassword.happenings
    expect(await cooled({ ...changePassword, happenings })).toEqual({
      // Two that do not differ are never submitted: nobody would notice that it asks nothing.
      'changePassword.editing: submit [the new ones differ], branch 2': 'taken',
      'changePassword.editing: submit, branch 3': 'cold',
      'changePassword.editing → changePassword.submitting': 'cold',
      'changePassword.submitting: ✓ change it': 'cold',
      'changePassword.submitting → changePassword.closed': 'cold',
      'changePassword.submitting: ✗ change it': 'cold',
      'changePassword.submitting → changePassword.editing': 'cold',
    })
  })

  test('stays where nothing is deleted: the same paths are taken and the same mistakes made each time', async () => {
    expect(await cooled(changePassword)).toEqual({})
  })
})

describe('what the paths prove of a transition', () => {
  const { transitions } = scoreOf([changePassword])

  test('is what its condition answered: both, one alone, or nothing once nobody asks it', () => {
    const missing = 'changePassword.editing: submit [something is missing], branch 1'
    expect(transitions.get(missing)?.answered).toBe('true and false')
    expect(transitions.get('changePassword.editing: cancel')).not.toHaveProperty('answered')

    const { 'submits nothing': _, ...full } = changePassword.happenings
    expect(scoreOf([{ ...changePassword, happenings: full }]).transitions.get(missing)?.answered).toBe('only false')

    const { 'the dialog opens': __, ...closed } = changePassword.happenings
    expect(scoreOf([{ ...changePassword, happenings: closed }]).transitions.get(missing)?.answered).toBe('nothing')
  })

  test('is what may come next, and how much of that comes', () => {
    // Opening leads to editing, which two transitions leave: the third submit and cancel. Refused leads there as well.
    expect(transitions.get('changePassword.closed: open')).toMatchObject({ next: 2, followed: 2 })
    expect(transitions.get('changePassword.submitting: ✗ change it')).toMatchObject({ next: 2, followed: 2 })
    // Submitting is left by both answers, a closed dialog by opening.
    expect(transitions.get('changePassword.editing: submit, branch 3')).toMatchObject({ next: 2, followed: 2 })
    expect(transitions.get('changePassword.editing: cancel')).toMatchObject({ next: 1, followed: 1 })
    // What leads nowhere enters nothing.
    expect(transitions.get('changePassword.editing: submit [something is missing], branch 1')?.next).toBe(0)
  })
})
