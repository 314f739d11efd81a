/** Whether a page of this origin may dial: one of the host that was dialled, or one that is allowed. A peer that is no page has none. */
export function allowsOrigin(
  allowed: ReadonlySet<string>,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined || allowed.has(origin)) return true
  return URL.parse(origin)?.host === host
}
