import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageOf } from './page.ts'
import type { Reasons } from './reasons.ts'
import type { Records } from './records.ts'

const figuresFile = (docs: string): string => join(docs, 'performance', 'figures.json')

const drawnIn = (docs: string): string[] => globSync('performance/*.svg', { cwd: docs })

/** What earlier runs have measured. */
export const keptIn = (docs: string): Records =>
  existsSync(figuresFile(docs)) ? JSON.parse(readFileSync(figuresFile(docs), 'utf8')) : {}

/** Keeps what was measured and draws its page and its curves. */
export function writeTo(docs: string, records: Records, reasons: Reasons): void {
  mkdirSync(join(docs, 'performance'), { recursive: true })
  writeFileSync(figuresFile(docs), `${JSON.stringify(records, undefined, 1)}\n`)
  for (const name of drawnIn(docs)) rmSync(join(docs, name))
  for (const [name, text] of pageOf(records, reasons)) writeFileSync(join(docs, name), text)
}

/** The files of docs that are not what the kept figures draw. */
export function staleIn(docs: string, reasons: Reasons): string[] {
  const drawn = pageOf(keptIn(docs), reasons)
  return [...new Set([...drawn.keys(), ...drawnIn(docs)])].filter((name) => {
    const file = join(docs, name)
    return !existsSync(file) || readFileSync(file, 'utf8') !== drawn.get(name)
  })
}
