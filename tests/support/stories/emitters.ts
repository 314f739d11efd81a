import type { RecordedActor, Recording } from './inspector.ts'

/** The callback by which the console hears what its children emit. */
const listener = 'childEvents'
/** So many entries later it has been heard. */
const soon = 12

/** Who emitted what others were seen to hear, by the entry that heard it. */
export function emitters({ entries, actors }: Recording): Map<number, RecordedActor> {
  const bySession = new Map(actors.map((actor) => [actor.session, actor]))
  const heard = new Map<number, RecordedActor>()
  for (const [at, { actor, deeds }] of entries.entries())
    for (const deed of deeds) {
      const emitter = bySession.get(actor)
      if (deed.did !== 'emitted' || emitter === undefined) continue
      const { type } = deed.event as { type: string }
      const near = entries
        .slice(at + 1, at + soon)
        .map(({ event, source }, index) => ({ type: event.type, source, at: at + 1 + index }))
        .filter(({ source, at }) => bySession.get(source ?? '')?.name === listener && !heard.has(at))
      // Whoever listens may call it by another name.
      const hearing = near.find((entry) => entry.type === type) ?? near.find((entry) => entry.at === at + 1)
      if (hearing !== undefined) heard.set(hearing.at, emitter)
    }
  return heard
}
