/** What fields of a change in the operation log are ids of, as its targets name kinds. */
export const idFields: Readonly<Record<string, string>> = {
  box_id: 'box',
  box_ids: 'box',
  device_id: 'device',
  device_ids: 'device',
  environment_id: 'environment',
  file_id: 'file',
  owner_id: 'user',
  owner_ids: 'user',
  parent_id: 'user',
  phone_owner_id: 'user',
  script_id: 'script',
  tags: 'group',
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The ids of a field, which may be one, a list, or the beginning of a long one with its count. */
function idsOf(value: unknown): unknown[] {
  if (isObject(value) && 'first' in value) return idsOf(value.first)
  return Array.isArray(value) ? value : [value]
}

/** All targets that fields name by their ids, wherever they stand, as in `user:7`. */
export function targetsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(targetsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([field, inside]: [string, unknown]) => {
    const kind = Object.hasOwn(idFields, field) ? idFields[field] : undefined
    return kind === undefined
      ? targetsIn(inside)
      : idsOf(inside).flatMap((id) => (typeof id === 'number' ? [`${kind}:${id}`] : []))
  })
}
