import { late } from '../late.ts'

/** Tables that are narrower, in pixels, show cards. */
export const cardsBelow = 560

export const lateCards = late(() => import('./cards.ts'))
