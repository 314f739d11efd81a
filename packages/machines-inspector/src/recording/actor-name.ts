/** What an actor was started from, as long as that has a name; its own id otherwise. */
export const actorName = (src: unknown, id: string): string =>
  typeof src === 'string' && !src.startsWith('xstate.') ? src : id
