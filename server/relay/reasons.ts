import { inChinese, relayReasons } from '../../domain/reasons.ts'

/** What viewers are told. */
export const reasons = inChinese(relayReasons)
