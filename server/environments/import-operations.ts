import { once } from 'node:events'
import { parse } from 'csv-parse'
import {
  fileOf,
  fileOptions,
  maxFields,
  maxLines,
  TooManyFields,
  type FileProblem,
  type FileRecord,
} from '../../domain/environment-lines.ts'
import type { Broker } from '../broker/broker.ts'
import { defineOperations, type Schemas } from '../http/contract.ts'
import { extentOf, noteUndoable } from '../log/kept-changes.ts'
import { namesOf, readLines } from './lines.ts'
import { surroundingsOf } from './rules.ts'
import { invalidFields, type Refusal } from '../http/refusal.ts'
import { targetsOf } from '../store/operation-log.ts'
import { othersTurn, takeTurns } from '../http/turns.ts'
import { announceNew } from './operations.ts'
import { withoutAdded } from './undo.ts'
import type { Reason } from '../../domain/reason.ts'
import { reason } from '../../texts/reason.ts'
import { worded } from '../http/words.ts'

const problems: Record<FileProblem, Reason> = {
  empty: reason('importing.problem.empty'),
  tooManyLines: reason('importing.problem.tooManyLines'),
  noNameColumn: reason('importing.problem.noNameColumn'),
}

const unreadable = (text: Reason): Refusal => invalidFields({ csv: text })

/** Characters of a file that are read at one go: everybody else waits so long. */
const slice = 16 * 1024

/** The records of a CSV file. Throws where it is none. */
async function recordsOf(csv: string): Promise<FileRecord[]> {
  const records: FileRecord[] = []
  const parser = parse(fileOptions)
  parser.on('data', (record: FileRecord) => records.push(record))
  const read = once(parser, 'end')
  const feed = async (): Promise<void> => {
    for (let start = 0; start < csv.length && !parser.destroyed; start += slice) {
      parser.write(csv.slice(start, start + slice))
      await othersTurn()
    }
    parser.end()
  }
  await Promise.all([read, feed()])
  return records
}

/** The lines of a CSV file; refuses what is none. */
async function linesOf(csv: string): Promise<Schemas['EnvironmentLine'][]> {
  let records: FileRecord[]
  try {
    records = await recordsOf(csv)
  } catch (error) {
    if (error instanceof TooManyFields)
      throw unreadable(reason('importing.problem.tooManyFields', { line: error.line, most: maxFields }))
    throw unreadable(reason('importing.problem.unreadable')) // It says where in English only; the sheet finds it better.
  }
  const file = fileOf(records)
  if (typeof file === 'string') throw unreadable(problems[file])
  const lines: Schemas['EnvironmentLine'][] = []
  await takeTurns(file.records, (record) => lines.push(file.lineOf(record)))
  return lines
}

interface Ports {
  secret: Uint8Array
  broker: Broker
}

export const environmentImportOperations = defineOperations(({ secret, broker }: Ports) => ({
  /** Checks every line, and imports all of them where none is bad and it is meant. */
  environmentImport: async (call) => {
    const { caller, body, store, language } = call
    const { market, dry_run = false, csv } = body
    if ((body.rows === undefined) === (csv === undefined)) throw unreadable(reason('environments.reason.rowsOrFile'))
    const rows = body.rows ?? (await linesOf(csv ?? ''))
    return store.transaction(async (tx) => {
      const around = await surroundingsOf(tx, caller, market, 'all groups')
      await tx.environments.lockNames(around.managerId, market)
      const names = namesOf(rows)
      const taken = await tx.environments.taken(around.managerId, market, names)
      const { bad, environments } = await readLines(rows, around, taken, secret, (why) => worded(language, why))
      const answer = { total: rows.length, imported: 0, bad }
      if (dry_run || bad.length > 0) return answer

      const added = await tx.environments.add(environments)
      const now = Date.now()
      tx.afterCommit(() => void announceNew(broker, added, now))
      const detail = { after: { lines: rows.length, ...extentOf(added) } }
      const entry = { ...targetsOf('environment', added, market), detail }
      const undone = withoutAdded(added, caller, market, now)
      const undo = await noteUndoable(tx, call, 'environment.import', entry, undone)
      return { ...answer, imported: Math.min(added.length, maxLines), undo }
    })
  },
}))
