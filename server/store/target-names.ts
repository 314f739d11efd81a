import { sql, type Kysely } from 'kysely'
import { seesEverything } from '../../domain/roles.ts'
import { isWithin } from './owner-tree.ts'
import type { Tables } from './tables.ts'
import type { Person } from './users.ts'

/** Of what a target of the operation log may be, where it is kept and which column is its name. */
const named = {
  user: ['users', 'user_name'],
  device: ['devices', 'name'],
  environment: ['environments', 'name'],
  group: ['environment_groups', 'name'],
  box: ['boxes', 'name'],
  file: ['files', 'name'],
  script: ['scripts', 'name'],
  task: ['tasks', 'name'],
  view: ['shared_views', 'name'],
} as const

export type NamedKind = keyof typeof named

const isNamed = (kind: string): kind is NamedKind => Object.hasOwn(named, kind)

/** A target is written `<kind>:<id>`; older entries call batches by the plural, as in `users:*`. */
export function kindAndIdOf(target: string): { target_kind: string; target_id: string } {
  const [kind = '', id = ''] = target.split(':', 2)
  return { target_kind: kind.replace(/s$/, ''), target_id: id }
}

/** An expression for a target's name, or null where it has none. */
interface NameExpression {
  name: string
  parameters: readonly unknown[]
}

export const noName: NameExpression = { name: 'null::text', parameters: [] }

const partsOf = (target: string): { kind: NamedKind; id: number } | undefined => {
  const [kind = '', id = ''] = target.split(':')
  return isNamed(kind) && /^\d{1,15}$/.test(id) ? { kind, id: Number(id) } : undefined
}

/** What a target is called that is still there. */
export function nameOf(target: string): NameExpression {
  const parts = partsOf(target)
  if (parts === undefined) return noName
  const [table, column] = named[parts.kind]
  return { name: `(select ${column} from ${table} where id = $1)`, parameters: [parts.id] }
}

/** Whose each of a kind is, where it is anybody's. */
const owned: Readonly<Partial<Record<NamedKind, string>>> = {
  user: 'path',
  device: 'owner_path',
  environment: 'owner_path',
  group: '(select path from users where id = manager_id)',
  box: 'owner_path',
  file: 'owner_path',
}

/** What single targets are called that are still there, by the target; to somebody, those of its branch. */
export async function targetNames(
  db: Kysely<Tables>,
  targets: readonly string[],
  viewer?: Person,
): Promise<Map<string, string>> {
  const idsOf = new Map<NamedKind, Set<number>>()
  for (const target of targets) {
    const parts = partsOf(target)
    if (parts !== undefined) idsOf.set(parts.kind, (idsOf.get(parts.kind) ?? new Set()).add(parts.id))
  }
  if (idsOf.size === 0) return new Map()
  const found = [...idsOf].map(([kind, ids]) => {
    const [table, column] = named[kind]
    const path = owned[kind]
    const isSeen =
      viewer === undefined || path === undefined || seesEverything(viewer.role)
        ? sql<boolean>`true`
        : isWithin(sql.raw(path), viewer.path)
    return sql`select ${kind}::text || ':' || id as target, ${sql.ref(column)} as name from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[]) and ${isSeen}`
  })
  const { rows } = await sql<{ target: string; name: string }>`${sql.join(found, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ target, name }) => [target, name]))
}
