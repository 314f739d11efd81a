// What the requirements of a chart notice of its mutants. A chart that has not changed since it was drawn keeps its score.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenRequirement, scoreOf } from '../tests/support/requirements/mutation-score.ts'
import { root } from './node-runtime.mjs'

const kept = join(root, 'docs/machines/scores.json')
const support = 'tests/support/requirements'
const requirementsOf = (name) => `tests/machines/requirements/${name}.ts`

/** What a score depends on: the chart, its requirements, and what makes paths and mutants. */
function digestOf({ name, file }) {
  const hash = createHash('sha256')
  const sources = [file, requirementsOf(name), ...readdirSync(join(root, support)).map((one) => `${support}/${one}`)]
  for (const source of sources) hash.update(readFileSync(join(root, source)))
  return hash.digest('hex').slice(0, 16)
}

/** Where what is broken stands, and the chart that breaks it, for people: files of this folder, with the line where it is known. */
export function whereToLook({ name, file }, message) {
  const requirements = requirementsOf(name)
  const sentence = /^"(.*)" is broken /.exec(message)?.[1]
  const line = readFileSync(join(root, requirements), 'utf8')
    .split('\n')
    .findIndex((text) => sentence !== undefined && text.replaceAll('\\', '').includes(sentence))
  return [
    `  the requirement: ${requirements}${line < 0 ? '' : `:${line + 1}`}`,
    `  the chart: ${file}, drawn as docs/machines/${name}.svg`,
  ].join('\n')
}

/** The score of these; where they are broken, also says where to look. */
function scored(chart, specifications) {
  try {
    return scoreOf(specifications)
  } catch (error) {
    if (!(error instanceof BrokenRequirement)) throw error
    error.message += `\n${whereToLook(chart, error.message)}`
    throw error
  }
}

/** `{ of, requirements, mutants, killed, survivors, proofs }` of a chart; undefined where it has no requirements. `anew` asks nobody what it was. */
export async function scoreOfChart(chart, { anew = false } = {}) {
  const file = join(root, requirementsOf(chart.name))
  if (!existsSync(file)) return undefined
  const of = digestOf(chart)
  const before = !anew && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8'))[chart.name] : undefined
  if (before?.of === of) return before
  const { default: specified } = await import(file)
  const specifications = [specified].flat()
  const { mutants, survivors, transitions } = scored(chart, specifications)
  const sentences = new Set(specifications.flatMap(({ requirements }) => Object.keys(requirements)))
  return {
    of,
    requirements: sentences.size,
    mutants,
    killed: mutants - survivors.length,
    survivors,
    proofs: Object.fromEntries(transitions),
  }
}

/** Ends with what a chart breaks, for people. */
export function refuse(error) {
  if (!(error instanceof BrokenRequirement)) throw error
  console.error(error.message)
  process.exit(1)
}
