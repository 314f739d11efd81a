import { LiveActors } from '../../packages/machines-inspector/src/recording/live-actors.ts'

/** The actors of this page that are alive. */
export const pageActors = new LiveActors()
