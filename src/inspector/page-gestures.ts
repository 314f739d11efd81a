import { Gestures } from './gestures.ts'

/** What the operator does at this page, where that is recorded. */
export const pageGestures = new Gestures()
