// What the requirements of each chart notice of its mutants. Runs under Node 24, which reads TypeScript.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { scoreOf } from '../tests/support/requirements/mutation-score.ts'
import { survivors } from '../tests/machines/survivors.ts'
import { root } from './node-runtime.mjs'

/** Of mutants that differ from their chart, so many in a hundred have to be noticed. */
export const wanted = 95

/** The score of a chart with requirements; undefined where it has none. */
export async function scoreOfChart(name) {
  const file = join(root, 'tests/machines/requirements', `${name}.ts`)
  if (!existsSync(file)) return undefined
  const { default: specified } = await import(file)
  const specifications = [specified].flat()
  const score = scoreOf(specifications)
  const excused = survivors[name] ?? {}
  const unexplained = score.survivors.filter((mutant) => excused[mutant] === undefined)
  const stale = Object.keys(excused).filter((mutant) => !score.survivors.includes(mutant))
  const killed = score.mutants - score.survivors.length
  return { ...score, killed, unexplained, stale, percent: Math.floor((100 * killed) / score.mutants) }
}
