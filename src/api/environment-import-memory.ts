import { recallJson, remember } from '../browser-storage.ts'
import type { Market } from '../../domain/markets.ts'
import { importFields, type ImportField } from '../../domain/import-columns.ts'
import type { Target } from '../../domain/import-values.ts'

/** What an operator decided in earlier files of a market. */
export interface ImportMemory {
  /** Which field a heading is, by its `headingKey`; null where it is left out. */
  columns: ReadonlyMap<string, ImportField | null>
  /** What a value stands for, by its `decisionKey`. */
  targets: ReadonlyMap<string, Target>
}

/** Where that is kept. */
export interface ImportMemoryStorage {
  read: () => ImportMemory
  write: (memory: ImportMemory) => void
}

/** Of each, the newest: more would be no help. */
const maxKept = 500

const isColumn = (entry: unknown): entry is [string, ImportField | null] =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  (entry[1] === null || importFields.some((field) => field === entry[1]))

function isTarget(entry: unknown): entry is [string, Target] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const { is, made } = (typeof entry[1] === 'object' && entry[1] !== null ? entry[1] : {}) as Record<string, unknown>
  return typeof is === 'string' || typeof made === 'string'
}

const kept = <Entry>(value: unknown, isEntry: (entry: unknown) => entry is Entry): Entry[] =>
  Array.isArray(value) ? value.filter(isEntry).slice(-maxKept) : []

/** The browser's own storage: one user's memory of one market. What is spoilt or closed holds none. */
export function importMemoryOf(user: number, market: Market): ImportMemoryStorage {
  const place = `phonedeck.import.${user}.${market}`
  return {
    read: () => {
      const all = (recallJson(place) ?? {}) as { columns?: unknown; targets?: unknown }
      return { columns: new Map(kept(all.columns, isColumn)), targets: new Map(kept(all.targets, isTarget)) }
    },
    write: ({ columns, targets }) => {
      const all = { columns: [...columns].slice(-maxKept), targets: [...targets].slice(-maxKept) }
      remember(place, JSON.stringify(all))
    },
  }
}
