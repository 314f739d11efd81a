import { agentReasons, inChinese } from '../domain/reasons.ts'

/** Why there is no picture or a command failed, for operators. */
export const reasons = inChinese(agentReasons)
